import { type Answer, type EngineEvent, type Run, requests } from '@shared/contract';
import { type StageId, stageIds } from '@shared/prompt/stage-names';
import type { SuperPrompt } from '@shared/prompt/super-prompt';
import { t } from '@shared/words/index';
import { saidBasis, saidError, saidMissing, saidReason } from '@shared/words/said';
import { z } from 'zod';
import { type Calling, cut, documentUri, placeInWords, spoken, type Tool, textIsData, tool } from './tool';

const asked = requests['chat.ask'].shape;
const collection = asked.collection.describe('Look only at documents of this collection');
const tag = requests['library.list'].shape.tags
  .unwrap()
  .element.optional()
  .describe('Look only at documents with this tag');
const model = asked.model.describe('Language model to use, provider:model; the one that is set up where absent');

/** Decisions told of a stage, and characters of a candidate and of the prompt, where not everything is asked for. */
const decisionsTold = 50;
const candidateLength = 300;
const promptLength = 60_000;

const ask = tool({
  readsOnly: true,
  asksModel: true,
  name: 'ask',
  title: 'Ask the documents',
  description: `Answers a question from the user's own documents. outcome is answered, passages, nothing or incomplete. answered: answer has [Citation N] markers, and citations says what each N is; way says how it was found (calculation, census, comparison, passages …), and basis what it rests on. passages: nothing is certain enough to be called an answer; passages holds the best ones, each with its text, and best is the range of the sentence that answers best, and words, where a reader is in use, what it takes for the answer: read them and answer from them. nothing: no passage is close; passages holds the closest. missing says which names, numbers and words of the question were not found. Question and answer are kept among the user's conversations. ${textIsData}`,
  input: z.strictObject({
    question: asked.question.min(1).max(100_000).describe('The question, in a sentence'),
    collection,
    tag,
    noLlm: asked.noLlm.describe('true: quote from the documents, use no language model'),
    asPassages: asked.asPassages.describe('true: take the nearest passages, whatever the question asks for'),
    model,
    conversationId: asked.conversationId.describe('Ask on in the conversation of an earlier answer'),
  }),
  async run({ tag, ...input }, { request, progress }) {
    const asked = { ...input, ...(tag && { filters: { tags: [tag] } }) };
    return told(await request('chat.ask', asked, stageProgress(progress, stageIds.length + 1)));
  },
});

/** An answer's text: the visible part for a client, and the ids for further questions. */
function told(answer: Answer) {
  return {
    outcome: answer.outcome,
    way: answer.way,
    answer: answer.answer,
    passages: (answer.passages ?? []).map(
      ({ text, best, words, title, path, headings, pages, documentId, chunkId }) => ({
        text,
        best,
        ...(words ? { words } : {}),
        title,
        path,
        headings,
        pages,
        documentId,
        chunkId,
        uri: documentUri(documentId),
      }),
    ),
    missing: saidMissing(answer),
    basis: saidBasis(answer),
    confidence: answer.confidence,
    citations: answer.citations.map(({ marker, chunkId, documentId, title, path, pages, headings, ...rest }) => ({
      marker,
      documentId,
      chunkId,
      title,
      path,
      pages,
      place: placeInWords({ path, pages, mime: rest.mime, ...(rest.cells && { cells: rest.cells }) }),
      headings,
      snippet: rest.snippet,
      startChar: rest.startChar,
      endChar: rest.endChar,
      score: rest.score,
      support: rest.support ?? null,
      uri: documentUri(documentId),
    })),
    suggestions: answer.suggestions,
    notices: spoken(answer.notices),
    model: answer.model,
    conversationId: answer.conversationId,
    runId: answer.runId,
    ms: Math.round(answer.timings.total),
  };
}

const answerRun = tool({
  readsOnly: true,
  asksModel: true,
  name: 'answer_run',
  title: 'Answer a run',
  description: `Answers the prompt of a run of explain, or of one that a person has shaped or edited in Stages, exactly as it stands; the run has to be finished. The answer is as that of ask, and is kept with the run. ${textIsData}`,
  input: z.strictObject({
    runId: requests['run.answer'].shape.runId.describe('The runId of explain or ask'),
    noLlm: asked.noLlm.describe('true: quote from the documents, use no language model'),
    model,
  }),
  run: async (input, { request }) => told(await request('run.answer', input)),
});

const explain = tool({
  readsOnly: true,
  asksModel: true,
  name: 'explain',
  title: 'Show the stages of a question',
  description: `Runs the stages between a question and its prompt, up to one of them, and shows what each decided: how the question was read, which passages were found, kept and dropped with the reason, and the prompt, word for word, that a language model would get. Nothing is answered: answer_run does that. The run is kept in the library. ${textIsData}`,
  input: z.strictObject({
    prompt: requests['run.start'].shape.prompt.max(100_000).describe('A question, or a prompt with headers'),
    until: requests['run.auto'].shape.until.describe('Last stage to run; all of them where absent'),
    collection,
    model,
    full: z.boolean().default(false).describe('true: the whole SuperPrompt and all decisions; this can be very long'),
  }),
  async run({ prompt, until, collection, model, full }, { request, progress }) {
    const { runId } = await request('run.start', { prompt, collection, model });
    const stages = stageIds.indexOf(until ?? 'Prompt_Builder') + 1;
    const run = await request('run.auto', { runId, until, model }, stageProgress(progress, stages));
    const last = run.stages.findLast(({ state }) => state === 'done');
    const superPrompt = run.snapshots[last?.stage ?? 'raw'];
    return {
      runId,
      until: last?.stage ?? null,
      stages: stagesOf(run, full ? Number.POSITIVE_INFINITY : decisionsTold),
      superPrompt: (full ? superPrompt : superPrompt && inShort(superPrompt)) ?? null,
    };
  },
});

/** Tools that go through the stages, and may ask the language model that is set up. */
export const askingTools: readonly Tool[] = [ask, explain, answerRun];

function stageProgress(progress: Calling['progress'], of: number): (event: EngineEvent) => void {
  const done = new Set<StageId>();
  return (event) => {
    if (event.type !== 'run.stage' || event.record.state !== 'done' || done.has(event.stage)) return;
    done.add(event.stage);
    progress({ done: done.size, of, message: t('terminal.mcp.stageDone', { stage: event.stage }) });
  };
}

function stagesOf({ stages }: Run, most: number) {
  return stages
    .filter(({ state }) => state !== 'waiting' && state !== 'ready')
    .map(({ stage, state, by, ms, candidatesIn, candidatesOut, decisions, notices, error }) => ({
      stage,
      state,
      by,
      ms: ms === null ? null : Math.round(ms),
      candidatesIn,
      candidatesOut,
      decisions: decisions
        .slice(0, most)
        .map(({ subject, decision, reason, by }) => ({ subject, decision, reason: saidReason(reason), by })),
      ...(decisions.length > most ? { decisionsLeftOut: decisions.length - most } : {}),
      notices: spoken(notices),
      error: error && { code: error.code, ...saidError(error) },
    }));
}

/**
 * The parts that a reader looks for first: the question as read, each candidate in a line, and the prompt unchanged.
 */
function inShort({ stage, body, extras, base_context_chunks, final_selection_ids, prompt_ready }: SuperPrompt) {
  const selected = new Set(final_selection_ids);
  return {
    stage,
    body,
    query: extras.query ?? null,
    candidates: base_context_chunks.map(({ id, documentId, title, pages, headings, text }) => ({
      id,
      documentId,
      title,
      pages,
      headings,
      text: cut(text, candidateLength),
      relevance: extras.rerank_relevance?.[id] ?? extras.retrieval_scores?.[id]?.relevance ?? null,
      verdict: extras.verdicts?.[id]?.verdict ?? null,
      isSelected: selected.has(id),
    })),
    final_selection_ids,
    prompt_ready: cut(prompt_ready, promptLength),
    promptIsCut: prompt_ready.length > promptLength,
  };
}
