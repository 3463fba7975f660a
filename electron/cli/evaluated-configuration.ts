import { type EvaluatedConfiguration, type SearchMode, searchModes } from '@shared/contract';
import { InvalidArgumentError } from 'commander';

type Setting = Partial<EvaluatedConfiguration>;

const isMode = (text: string): text is SearchMode => searchModes.some((mode) => mode === text);

/** `mode` or `mode:setting,setting`. Throws bad usage for what is neither, and for settings that do not go together. */
export function parseConfiguration(text: string): EvaluatedConfiguration {
  const [mode = '', ...rest] = text.split(':');
  if (!isMode(mode)) throw new InvalidArgumentError(`Begin with one of ${searchModes.join(', ')}.`);
  const named = rest
    .join(':')
    .split(',')
    .filter((setting) => setting !== '');
  const settings = named.map(parseSetting);
  const whole: EvaluatedConfiguration = Object.assign({ mode }, ...settings);
  const joining = named.filter((_setting, at) => joins(settings[at]));
  if (mode !== 'hybrid' && (joining.length > 0 || whole.features !== undefined)) {
    throw new InvalidArgumentError(`Only hybrid joins two lanes: of ${mode}, leave out all but rerank.`);
  }
  if (joining.length > 1) throw new InvalidArgumentError(`Choose one of ${joining.join(', ')}.`);
  if (whole.features && whole.fusion?.startsWith('rrf')) {
    throw new InvalidArgumentError('Features order what weighted or alpha has joined: leave out features, or rrf.');
  }
  return whole;
}

const joins = (setting: Setting = {}): boolean => setting.fusion !== undefined || setting.alpha !== undefined;

function parseSetting(setting: string): Setting {
  const [name = '', value] = setting.split('=');
  if (name === 'alpha' && value !== undefined) return { alpha: numberIn(setting, value, 0, 1) };
  if (name === 'k' && value !== undefined) return { fusion: 'rrf', rrfK: numberIn(setting, value, 1, 10_000) };
  const known = value === undefined && Object.hasOwn(plain, name) ? plain[name] : undefined;
  if (known) return known;
  throw new InvalidArgumentError(
    `${setting} is none of rrf, weighted, alpha[=W], k=N, rrf_rerank, rerank, features, no-features.`,
  );
}

const plain: Readonly<Record<string, Setting>> = {
  rrf: { fusion: 'rrf' },
  weighted: { fusion: 'weighted' },
  rrf_rerank: { fusion: 'rrf_rerank' },
  alpha: { fusion: 'alpha' },
  rerank: { rerank: true },
  features: { features: true },
  'no-features': { features: false },
};

function numberIn(setting: string, value: string, least: number, most: number): number {
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (number >= least && number <= most) return number;
  throw new InvalidArgumentError(`${setting}: a number from ${least} to ${most} is wanted.`);
}
