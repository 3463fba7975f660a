import { canonicalJson } from '@shared/canonical-json';
import type { Run } from '@shared/contract';
import { type StageId, stageIds } from '@shared/prompt/stage-names';
import type { SuperPrompt } from '@shared/prompt/super-prompt';
import { fromMarkdown } from 'mdast-util-from-markdown';

/**
 * Laws of every finished run, for any library, prompt, limits and model (S1, S4–S9, S14). They come from the
 * requirements and do not use the engine's own checks: both would have to be wrong.
 */
export function breaches(run: Run, sources: ReadonlyMap<string, string>): string[] {
  const found: string[] = [];
  const law = (holds: boolean, words: string): void => {
    if (!holds) found.push(words);
  };
  const states = stageIds.map((stage) => ({ stage, state: run.snapshots[stage] }));
  let before = run.snapshots.raw;
  for (const { stage, state } of states) {
    law(state !== undefined && before !== undefined, `${stage}: no state is kept`);
    if (!state || !before) return found;
    found.push(...strayChanges(stage, before, state), ...listBreaches(stage, state, run.limits));
    law(state.raw === run.prompt, `${stage}: raw is not what the user wrote`);
    law(
      before.history_of_stages.every((value, at) => state.history_of_stages[at] === value),
      `${stage}: history`,
    );
    before = state;
  }
  const built = before as SuperPrompt;
  for (const chunk of built.base_context_chunks) {
    law(frozen(chunk), `chunk ${chunk.id} is not frozen`);
    const source = sources.get(chunk.documentId);
    law(
      source?.slice(chunk.startChar, chunk.endChar) === chunk.text,
      `chunk ${chunk.id} is not its span of the document`,
    );
  }
  return [...found, ...promptBreaches(built)];
}

/** Top-level fields that each stage may change; of the body and the views only the members named. */
const mayChange: Readonly<Record<string, readonly string[]>> = {
  A0_PreProcessing: ['body', 'extras', 'prompt_ready'],
  A2_PromptShaper: ['body:system audience tone depth confidence', 'extras', 'prompt_ready'],
  Retrieval: ['base_context_chunks', 'views_by_stage:retrieval', 'extras'],
  ReRanker: ['views_by_stage:reranked', 'extras'],
  A3_NLI_Gate: ['views_by_stage:a3', 'final_selection_ids', 'extras'],
  A4_Condenser: ['views_by_stage:a4', 'final_selection_ids', 'S_CTX_MD', 'extras', 'prompt_ready'],
  A5_Format_Enforcer: ['body:format', 'extras', 'prompt_ready'],
  Prompt_Builder: ['System_MD', 'Prompt_MD', 'Attachments_MD', 'prompt_ready'],
};

function strayChanges(stage: string, before: SuperPrompt, after: SuperPrompt): string[] {
  const allowed = new Map(
    (mayChange[stage] ?? []).map((entry) => {
      const [field = '', members] = entry.split(':');
      return [field, members?.split(' ') ?? null] as const;
    }),
  );
  const differing = (one: object, other: object): string[] => {
    const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>];
    const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
    return [...keys].filter((key) => canonicalJson(left[key] ?? null) !== canonicalJson(right[key] ?? null));
  };
  return differing(before, after).flatMap((field) => {
    if (field === 'stage' || field === 'history_of_stages') return [];
    const members = allowed.get(field);
    if (members === undefined) return [`${stage} changed ${field}`];
    if (members === null) return [];
    const [one, other] = [before[field as 'body'], after[field as 'body']];
    return differing(one, other)
      .filter((member) => !members.includes(member))
      .map((member) => `${stage} changed ${field}.${member}`);
  });
}

function listBreaches(stage: StageId, state: SuperPrompt, limits: Run['limits']): string[] {
  const { retrieval, reranked, a3, a4 } = state.views_by_stage;
  const base = state.base_context_chunks.map(({ id }) => id);
  const afterCondenser = stageIds.indexOf('A4_Condenser') <= stageIds.indexOf(stage);
  const lists: [string, readonly string[], number][] = [
    ['base_context_chunks', base, limits.N1_RETR_MAX_CANDIDATES],
    ['retrieval', retrieval ?? [], limits.N1_RETR_MAX_CANDIDATES],
    ['reranked', reranked ?? [], limits.N2_RERANK_TOP_K],
    ['a3', a3 ?? [], limits.N2_RERANK_TOP_K],
    ['a4', a4 ?? [], limits.N3_FINAL_SELECTION_MAX],
    [
      'final_selection_ids',
      state.final_selection_ids,
      afterCondenser ? limits.N3_FINAL_SELECTION_MAX : limits.N2_RERANK_TOP_K,
    ],
  ];
  return lists.flatMap(([name, ids, cap]) => [
    ...(ids.length > cap ? [`${stage}: ${ids.length} in ${name}, over the cap of ${cap}`] : []),
    ...(new Set(ids).size < ids.length ? [`${stage}: ${name} holds a chunk twice`] : []),
    ...(ids.every((id) => base.includes(id)) ? [] : [`${stage}: ${name} holds an unknown chunk`]),
  ]);
}

const frozen = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(frozen));

const blockTitles = ['System', 'Prompt', 'Condensed context', 'Attachments'];

/** The built prompt: four blocks in their order, every attachment word for word in a fence that nothing closes. */
function promptBreaches(built: SuperPrompt): string[] {
  const found: string[] = [];
  const blocks = [built.System_MD, built.Prompt_MD, built.S_CTX_MD, built.Attachments_MD];
  const whole = blocks.join('\n\n');
  const rest = built.prompt_ready.slice(whole.length);
  if (!built.prompt_ready.startsWith(whole)) found.push('prompt_ready does not begin with the four blocks');
  if (rest !== '' && !rest.startsWith('\n\n# Recent conversation\n\n')) found.push('something else follows the blocks');
  const titles = [...blockTitles, ...(rest === '' ? [] : ['Recent conversation'])];
  if (titlesOf(built.prompt_ready).join('|') !== titles.join('|')) {
    found.push(`the blocks read as ${JSON.stringify(titlesOf(built.prompt_ready))} in\n${built.prompt_ready}`);
  }
  const chunks = new Map(built.base_context_chunks.map((chunk) => [chunk.id, chunk]));
  const expected = built.final_selection_ids.map((id) => plain(chunks.get(id)?.text ?? ''));
  const attached = attachmentsOf(built.Attachments_MD);
  if (canonicalJson(attached.map(({ text }) => text)) !== canonicalJson(expected)) {
    found.push('the attachments are not the selected chunks, each word for word in its fence');
  }
  attached.forEach(({ title, facts }, position) => {
    const id = built.final_selection_ids[position] ?? '';
    const [source = '', span = '', ...more] = facts.split('\n');
    const told = source.startsWith('SOURCE: ') && span.startsWith('SPAN: ') && !span.includes(id);
    if (title !== `[Citation ${position + 1}]` || !told || more.length > 0) {
      found.push(`attachment ${position + 1} is told by ${JSON.stringify([title, facts])}`);
    }
  });
  for (const line of built.S_CTX_MD.split('\n').filter((one) => /\[Citation/u.test(one))) {
    const tied = /^- .* (?<marks>(?:\[Citation \d+\])+)$/u.exec(line)?.groups;
    const numbers = [...(tied?.marks ?? '').matchAll(/\d+/gu)].map(([digits]) => Number(digits));
    if (numbers.length === 0 || numbers.some((number) => !built.final_selection_ids[number - 1]))
      found.push(`a line of the context is not tied: ${line}`);
  }
  return found;
}

/** Headings of the first level that are not inside a fence, a quotation or a list (CommonMark). */
function titlesOf(markdown: string): string[] {
  return fromMarkdown(markdown).children.flatMap((node) =>
    node.type === 'heading' && node.depth === 1 ? [textOf(markdown, node).replace(/^#\s+/u, '')] : [],
  );
}

interface Placed {
  readonly position?: { readonly start: { readonly offset?: number }; readonly end: { readonly offset?: number } };
}
const textOf = (markdown: string, { position }: Placed): string =>
  markdown.slice(position?.start.offset ?? 0, position?.end.offset ?? 0);

/** CommonMark ends lines in three ways and has no NUL (§2.1, §2.3). */
const plain = (text: string): string => text.replace(/\r\n?/gu, '\n').replaceAll('\0', '\ufffd');

function attachmentsOf(markdown: string): { title: string; facts: string; text: string }[] {
  const [, ...nodes] = fromMarkdown(plain(markdown)).children;
  const source = plain(markdown);
  const found: { title: string; facts: string; text: string }[] = [];
  for (let at = 0; at + 2 < nodes.length; at += 3) {
    const [title, facts, code] = nodes.slice(at, at + 3);
    if (title?.type !== 'heading' || facts?.type !== 'paragraph' || code?.type !== 'code') break;
    found.push({
      title: textOf(source, title).replace(/^#+\s+/u, ''),
      facts: textOf(source, facts),
      text: code.value,
    });
  }
  return found.length * 3 === nodes.length || found.length + nodes.length === 1 ? found : [];
}

const leftovers = ['undefined', '[object Object]', 'NaN', 'null', '{{', '}}', 'Infinity'];

/** Marks of an unfilled place that no person wrote. */
export function unfilled(built: SuperPrompt, written: readonly string[]): string[] {
  return leftovers.filter((mark) => built.prompt_ready.includes(mark) && written.every((text) => !text.includes(mark)));
}
