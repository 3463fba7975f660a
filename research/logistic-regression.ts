/** One observation: features and whether the event happened, with the weight it counts for. */
export interface Observation {
  readonly features: readonly number[];
  readonly label: 0 | 1;
  readonly weight: number;
}

export interface LogisticModel {
  readonly bias: number;
  readonly weights: readonly number[];
}

const iterations = 60;
const tolerance = 1e-9;

/**
 * Maximum a posteriori fit of p = σ(bias + w·x) with a Gaussian prior on w (ridge), by Newton's method
 * (iteratively reweighted least squares, Hastie, Tibshirani & Friedman §4.4.1). Deterministic.
 */
export function fitLogistic(observations: readonly Observation[], ridge: number): LogisticModel {
  const size = (observations[0]?.features.length ?? 0) + 1;
  let theta = new Array<number>(size).fill(0);
  for (let iteration = 0; iteration < iterations; iteration += 1) {
    const gradient = theta.map((value, index) => (index === 0 ? 0 : -ridge * value));
    const hessian = theta.map((_row, i) => theta.map((_column, j) => (i === j ? (i === 0 ? 1e-9 : ridge) : 0)));
    for (const { features, label, weight } of observations) {
      const x = [1, ...features];
      const p = sigmoid(x.reduce((sum, value, index) => sum + value * (theta[index] ?? 0), 0));
      x.forEach((xi, i) => {
        gradient[i] = (gradient[i] ?? 0) + weight * (label - p) * xi;
        const row = hessian[i] ?? [];
        x.forEach((xj, j) => {
          row[j] = (row[j] ?? 0) + weight * p * (1 - p) * xi * xj;
        });
      });
    }
    const step = solve(hessian, gradient);
    theta = theta.map((value, index) => value + (step[index] ?? 0));
    if (Math.max(...step.map(Math.abs)) < tolerance) break;
  }
  const [bias = 0, ...weights] = theta;
  return { bias, weights };
}

export function predict(model: LogisticModel, features: readonly number[]): number {
  return sigmoid(model.bias + features.reduce((sum, value, index) => sum + value * (model.weights[index] ?? 0), 0));
}

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));

/** Gaussian elimination with partial pivoting. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, index) => [...row, right[index] ?? 0]);
  const size = rows.length;
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let column = 0; column < size; column += 1) {
    let pivot = column;
    for (let row = column + 1; row < size; row += 1) {
      if (Math.abs(at(row, column)) > Math.abs(at(pivot, column))) pivot = row;
    }
    [rows[column], rows[pivot]] = [rows[pivot] ?? [], rows[column] ?? []];
    for (let row = column + 1; row < size; row += 1) {
      const factor = at(row, column) / (at(column, column) || 1e-12);
      rows[row] = rows[row]?.map((value, index) => value - factor * at(column, index)) ?? [];
    }
  }
  const solution = new Array<number>(size).fill(0);
  for (let row = size - 1; row >= 0; row -= 1) {
    let rest = at(row, size);
    for (let column = row + 1; column < size; column += 1) rest -= at(row, column) * (solution[column] ?? 0);
    solution[row] = rest / (at(row, row) || 1e-12);
  }
  return solution;
}
