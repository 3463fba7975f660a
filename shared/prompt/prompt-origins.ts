import {
  attachmentHeading,
  blockJoint,
  fenced,
  fenceLanguage,
  headings,
  namesHeading,
  oneLine,
  promptKeys,
  quoted,
  sectionHeading,
  sectionTitles,
  tiedChunks,
  toneLine,
} from './prompt-layout';
import type { StageId } from './stage-names';
import { type BodyKey, bodyKeys, type SuperPrompt } from './super-prompt';

/** S system, P prompt, C condensed context, A attachments, H recent conversation. */
export type OriginBlock = 'S' | 'P' | 'C' | 'A' | 'H';

/** A stretch of `prompt_ready` of one origin. */
export interface OriginSegment {
  /** UTF-16 code units in `prompt_ready`; segments follow each other without gap or overlap. */
  readonly startChar: number;
  readonly endChar: number;
  readonly block: OriginBlock;
  /** The stage whose work the words are; `raw` for the conversation that the run was started with. */
  readonly stage: StageId | 'raw';
  /** Chunks that the words come from. */
  readonly chunkIds: readonly string[];
  /** The field of the SuperPrompt that holds the words; null for headings, fences and the fixed rules. */
  readonly field: string | null;
}

type Origin = Omit<OriginSegment, 'startChar' | 'endChar' | 'block'>;

const byBuilder: Origin = { stage: 'Prompt_Builder', chunkIds: [], field: null };

/** Cuts one block from left to right; whatever is left uncut at its end goes to one origin. */
class Cutter {
  readonly segments: OriginSegment[] = [];

  constructor(
    private readonly text: string,
    private position: number,
    private readonly end: number,
    private readonly block: OriginBlock,
  ) {}

  startsWith(words: string): boolean {
    return this.position + words.length <= this.end && this.text.startsWith(words, this.position);
  }

  take(length: number, origin: Origin): void {
    const endChar = Math.min(this.position + length, this.end);
    if (endChar === this.position) return;
    this.segments.push({ startChar: this.position, endChar, block: this.block, ...origin });
    this.position = endChar;
  }

  /** Takes these words where they come next; says whether they did. */
  word(words: string, origin: Origin): boolean {
    if (!this.startsWith(words)) return false;
    this.take(words.length, origin);
    return true;
  }

  /** Takes everything in front of these words; nothing where they do not come. */
  until(words: string, origin: Origin): boolean {
    const at = this.text.indexOf(words, this.position);
    if (at < 0 || at + words.length > this.end) return false;
    this.take(at - this.position, origin);
    return true;
  }

  lines(count: number, origin: Origin): void {
    for (let line = 0; line < count; line += 1) {
      const at = this.text.indexOf('\n', this.position);
      this.take((at < 0 || at >= this.end ? this.end : at + 1) - this.position, origin);
    }
  }

  rest(origin: Origin): readonly OriginSegment[] {
    this.take(this.end - this.position, origin);
    return this.segments;
  }
}

/**
 * The source of every character of `prompt_ready`. Block borders follow from the lengths of the stored blocks, and the
 * inside of a block from the values rendered into it. So no text of a user or a document can pass for a border. A part
 * that does not fit is given to its block as a whole. Works on every stored state. A function of its argument alone;
 * O(length).
 */
export function promptOrigins(prompt: SuperPrompt): readonly OriginSegment[] {
  const { prompt_ready: whole } = prompt;
  if (whole === '') return [];
  const segments: OriginSegment[] = [];
  let position = 0;
  const blocks = [
    ['S', prompt.System_MD, systemBlock],
    ['P', prompt.Prompt_MD, promptBlock],
    ['C', prompt.S_CTX_MD, contextBlock],
    ['A', prompt.Attachments_MD, attachmentBlock],
  ] as const;
  let last: OriginBlock | null = null;
  for (const [block, text, cut] of blocks) {
    const joint = last === null ? '' : blockJoint;
    if (text === '' || !whole.startsWith(joint + text, position)) continue;
    if (last !== null)
      segments.push({ startChar: position, endChar: position + joint.length, block: last, ...byBuilder });
    position += joint.length;
    segments.push(...cut(new Cutter(whole, position, position + text.length, block), prompt));
    position += text.length;
    last = block;
  }
  if (last === null) {
    const context = prompt.S_CTX_MD;
    const end = context !== '' && whole.endsWith(blockJoint + context) ? whole.length - context.length : whole.length;
    const body = bodyBlock(new Cutter(whole, 0, end, 'P'), prompt);
    return end === whole.length ? body : [...body, ...contextBlock(new Cutter(whole, end, whole.length, 'C'), prompt)];
  }
  if (position === whole.length) return segments;
  const conversation = whole.startsWith(blockJoint, position);
  if (conversation) {
    segments.push({ startChar: position, endChar: position + blockJoint.length, block: last, ...byBuilder });
    position += blockJoint.length;
  }
  const tail = new Cutter(whole, position, whole.length, conversation ? 'H' : last);
  if (conversation) recalledBlock(tail, prompt);
  tail.word(headings.conversation, byBuilder);
  return [...segments, ...tail.rest({ stage: 'raw', chunkIds: [], field: conversation ? 'recentConversation' : null })];
}

function recalledBlock(cut: Cutter, { extras, base_context_chunks, recentConversation }: SuperPrompt): void {
  const ids = extras.recalled ?? [];
  if (ids.length === 0 || !cut.word(headings.recalled, byBuilder)) return;
  const origin: Origin = { stage: 'Retrieval', chunkIds: ids, field: 'extras.recalled' };
  for (const id of ids) {
    const text = base_context_chunks.find((chunk) => chunk.id === id)?.text ?? '';
    const shown = quoted(text);
    if (!cut.until(shown, byBuilder)) continue;
    cut.take(shown.length, { ...origin, chunkIds: [id] });
  }
  const next = `${blockJoint}${headings.conversation}`;
  if (recentConversation.length > 0 && cut.startsWith(next)) cut.word(blockJoint, byBuilder);
}

function systemBlock(cut: Cutter, prompt: SuperPrompt): readonly OriginSegment[] {
  const { tone = '', depth = '', confidence = '' } = prompt.body;
  const a2 = (key: BodyKey): Origin => ({ stage: 'A2_PromptShaper', chunkIds: [], field: `body.${key}` });
  const choices = toneLine(tone, depth, confidence);
  if (!cut.word(`${headings.system}\n`, byBuilder)) return cut.rest(byBuilder);
  if (cut.until(choices.join(''), a2('system'))) {
    const keys = ['tone', 'depth', 'confidence'] as const;
    choices.forEach((words, at) => {
      cut.word(words, a2(keys[at] ?? 'tone'));
    });
  }
  const fixed = (['deterministic_rules', 'deterministic_codes'] as const).filter((key) => prompt.body[key]?.trim());
  const enforced = prompt.extras.format_enforcer !== undefined;
  for (const key of fixed) {
    const rule = `\n- ${oneLine(prompt.body[key] ?? '')}`;
    if (!cut.until(rule, byBuilder)) continue;
    cut.word('\n- ', byBuilder);
    cut.take(rule.length - '\n- '.length, { stage: 'A0_PreProcessing', chunkIds: [], field: `body.${key}` });
  }
  if (!enforced || !cut.until(`\n${headings.answerFormat}\n`, byBuilder)) return cut.rest(byBuilder);
  cut.word(`\n${headings.answerFormat}\n`, byBuilder);
  return cut.rest({ stage: 'A5_Format_Enforcer', chunkIds: [], field: 'extras.format_enforcer' });
}

function promptBlock(cut: Cutter, prompt: SuperPrompt): readonly OriginSegment[] {
  cut.word(headings.prompt, byBuilder);
  for (const key of promptKeys) bodySection(cut, prompt, key, blockJoint);
  for (const [title, text] of Object.entries(prompt.extras.unknown_attributes ?? {})) {
    const origin: Origin = { stage: 'A0_PreProcessing', chunkIds: [], field: 'extras.unknown_attributes' };
    contentSection(
      cut,
      `${blockJoint}${sectionHeading(oneLine(title))}\n`,
      [text, fenced(text, fenceLanguage)],
      origin,
    );
  }
  const names = `${blockJoint}${namesHeading}\n`;
  if ((prompt.extras.query?.names ?? []).length === 0 || !cut.until(names, byBuilder)) return cut.rest(byBuilder);
  cut.word(names, byBuilder);
  return cut.rest({ stage: 'Retrieval', chunkIds: [], field: 'extras.query.names' });
}

/** The part of `prompt_ready` for the body before it is built, and for the form of the answer once A5 has read it. */
function bodyBlock(cut: Cutter, prompt: SuperPrompt): readonly OriginSegment[] {
  let joint = '';
  for (const key of bodyKeys) if (bodySection(cut, prompt, key, joint)) joint = blockJoint;
  if (cut.word(`${joint}${headings.answerFormat}\n`, byBuilder)) {
    return cut.rest({ stage: 'A5_Format_Enforcer', chunkIds: [], field: 'extras.format_enforcer' });
  }
  return cut.rest({ ...byBuilder, stage: 'A0_PreProcessing' });
}

function bodySection(cut: Cutter, prompt: SuperPrompt, key: BodyKey, joint: string): boolean {
  const value = prompt.body[key] ?? '';
  if (value.trim() === '') return false;
  const stated = prompt.extras.stated?.[key];
  const shown = stated && stated !== value ? [`${value} (as stated: ${stated})`] : [];
  const texts = [...shown, value].flatMap((text) => [fenced(text, fenceLanguage), text]);
  const origin: Origin = { stage: writerOf(prompt, key), chunkIds: [], field: `body.${key}` };
  return contentSection(cut, `${joint}${sectionHeading(sectionTitles[key])}\n`, texts, origin);
}

/** Takes a heading and the first of the texts under it. */
function contentSection(cut: Cutter, heading: string, texts: readonly string[], origin: Origin): boolean {
  const text = texts.find((one) => cut.startsWith(heading + one));
  if (text === undefined) return false;
  cut.word(heading, byBuilder);
  cut.take(text.length, origin);
  return true;
}

const shapedByA2: ReadonlySet<BodyKey> = new Set(['system', 'audience', 'tone', 'depth', 'confidence']);

function writerOf({ extras }: SuperPrompt, key: BodyKey): StageId {
  if (key === 'format' && extras.format_enforcer) return 'A5_Format_Enforcer';
  return shapedByA2.has(key) && extras.a2_decisions ? 'A2_PromptShaper' : 'A0_PreProcessing';
}

function contextBlock(cut: Cutter, prompt: SuperPrompt): readonly OriginSegment[] {
  for (const line of prompt.S_CTX_MD.split('\n')) {
    const chunkIds = tiedChunks(line, prompt.final_selection_ids);
    const origin: Origin = { stage: 'A4_Condenser', chunkIds, field: 'S_CTX_MD' };
    cut.lines(1, origin);
  }
  return cut.rest({ stage: 'A4_Condenser', chunkIds: [], field: 'S_CTX_MD' });
}

function attachmentBlock(cut: Cutter, prompt: SuperPrompt): readonly OriginSegment[] {
  const chunks = new Map(prompt.base_context_chunks.map((chunk) => [chunk.id, chunk]));
  cut.word(headings.attachments, byBuilder);
  prompt.final_selection_ids.forEach((id, position) => {
    const chunk = chunks.get(id);
    const heading = `${blockJoint}${attachmentHeading(position + 1)}\n`;
    if (!chunk || !cut.startsWith(heading)) return;
    const frame: Origin = { ...byBuilder, chunkIds: [id] };
    cut.word(heading, frame);
    // SOURCE and SPAN hold one line each.
    cut.lines(2, frame);
    const quoted = fenced(chunk.text, fenceLanguage);
    if (!cut.startsWith(quoted)) return;
    const opening = quoted.indexOf('\n') + 1;
    cut.take(opening, frame);
    cut.take(chunk.text.length, { stage: 'Retrieval', chunkIds: [id], field: 'base_context_chunks' });
    cut.take(quoted.length - opening - chunk.text.length, frame);
  });
  return cut.rest(byBuilder);
}
