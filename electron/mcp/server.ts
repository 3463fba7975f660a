import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Tool as ToolOfProtocol,
} from '@modelcontextprotocol/server';
import type { EngineClient } from '@shared/contract';
import { type ErrorReport, issueOf, reportOf, VitrineError } from '@shared/errors';
import { t, voice } from '@shared/words/index';
import { errorLine, saidError } from '@shared/words/said';
import { type Saying, sayIssue } from '@shared/words/sayings';
import { z } from 'zod';
import { version } from '../../package.json';
import { askingTools } from './asking-tools';
import { documentTemplate, listResources, readingTools, readResource } from './reading-tools';
import { type Calling, type Tool, textIsData } from './tool';
import { ingestTool, tableMakingTool, type Writing } from './writing-tools';

export interface McpOptions {
  readonly engine: EngineClient;
  /** Folders that files may be added from; without one there is no tool that adds. */
  readonly ingestFolders: readonly string[];
  /** Runs work on an engine that may change the library, and closes it. Errors: those of opening a library. */
  writing<T>(work: (engine: EngineClient) => Promise<T>): Promise<T>;
}

const instructions = `Vitrine searches the documents on the user's own computer and answers from them with citations. Use search for passages, ask for a cited answer, read_document for what stands around a passage, list_tables and read_table for questions that were asked of every document, explain for how a question becomes a prompt, answer_run to answer that prompt. Cite title and place of what you use, and say so where outOfScope or a fallback tells that the library has nothing. ${textIsData}`;

const prompts = [
  {
    name: 'answer_from_documents',
    title: 'Answer from my documents',
    description: 'Answers a question from the library alone, with its sources.',
    arguments: [{ name: 'question', description: 'What to answer', required: true }],
  },
];

/** The protocol over one engine: tools, documents as resources, a prompt. One server a connection. */
export function createServer(options: McpOptions): Server {
  const tools = toolsOf(options);
  const server = new Server(
    { name: 'vitrine', title: 'Vitrine', version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions },
  );
  server.setRequestHandler('tools/list', () => ({ tools: [...tools.values()].map(described) }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const found = tools.get(params.name);
    if (!found) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`);
    const parsed = found.input.safeParse(params.arguments ?? {});
    if (!parsed.success) return refusedAs('bad-request', badArguments(found, parsed.error));
    try {
      const value = await found.run(parsed.data, callingOf(options.engine, context));
      return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: { ...value } };
    } catch (error) {
      return refused(reportOf(error));
    }
  });
  server.setRequestHandler('resources/list', ({ params }, context) =>
    told(() => listResources(params?.cursor, callingOf(options.engine, context))),
  );
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [documentTemplate] }));
  server.setRequestHandler('resources/read', ({ params }, context) =>
    told(() => readResource(params.uri, callingOf(options.engine, context))),
  );
  server.setRequestHandler('prompts/list', () => ({ prompts }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    const question = params.arguments?.question?.trim();
    if (params.name !== prompts[0]?.name || !question) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'answer_from_documents wants a question.');
    }
    const text = `Search my documents with the tools of Vitrine, read on where a passage is not enough, and answer from what you find alone. Name title and place behind each sentence. Say so where the documents do not tell.\n\nQuestion: ${question}`;
    return { messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
  return server;
}

function toolsOf({ ingestFolders, writing }: McpOptions): ReadonlyMap<string, Tool> {
  const mayIngest = ingestFolders.length > 0;
  const tools = [...readingTools(mayIngest), ...askingTools];
  if (mayIngest) {
    const own =
      (calling: Calling): Writing =>
      (work) =>
        writing((engine) => work(calling.on(engine)));
    tools.push(ingestTool(ingestFolders, own), tableMakingTool(own));
  }
  return new Map(tools.map((one) => [one.name, one]));
}

function described({ name, title, description, input, readsOnly, asksModel }: Tool): ToolOfProtocol {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { io: 'input' });
  return {
    name,
    title,
    description,
    // Every input is an object, which the type of a schema of anything does not tell.
    inputSchema: { ...schema, type: 'object' } as ToolOfProtocol['inputSchema'],
    annotations: {
      title,
      readOnlyHint: readsOnly,
      destructiveHint: false,
      idempotentHint: !asksModel,
      openWorldHint: asksModel,
    },
  };
}

/** One call's view of the engine: ended by the client, it ends its requests. */
function callingOf(engine: EngineClient, { mcpReq }: ServerContext): Calling {
  const token = mcpReq._meta?.progressToken;
  let requests = 0;
  const on = (asked: EngineClient): Pick<Calling, 'request'> => ({
    async request(route, input, onEvent) {
      // A client may give two calls at once the same id; the engine's own must differ.
      requests += 1;
      const requestId = `mcp-${crypto.randomUUID()}-${requests}`;
      if (mcpReq.signal.aborted) throw mcpReq.signal.reason;
      const stop = () => asked.cancel(requestId);
      mcpReq.signal.addEventListener('abort', stop, { once: true });
      const unsubscribe = asked.subscribe((event) => {
        if (onEvent && 'requestId' in event && event.requestId === requestId) onEvent(event);
      });
      try {
        const result = await asked.request(route, input, { requestId });
        if (!result.ok) throw VitrineError.of(result.error);
        return result.data;
      } finally {
        mcpReq.signal.removeEventListener('abort', stop);
        unsubscribe();
      }
    },
  });
  let said = -1;
  return {
    ...on(engine),
    on,
    progress({ done, of: total, message }) {
      if (token === undefined || mcpReq.signal.aborted || done <= said) return;
      said = done;
      const params = { progressToken: token, progress: done, total, message };
      // A client that has gone gets nothing more; its signal ends the call.
      mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
    },
  };
}

function refused(report: ErrorReport) {
  return refusedAs(report.code, saidError(report));
}

function refusedAs(code: string, { message, hint }: Saying) {
  return {
    isError: true,
    content: [{ type: 'text' as const, text: `${code}: ${message} ${hint}`.trim() }],
    structuredContent: { error: { code, message, hint } },
  };
}

/** The faults of a call and the expected form, in the words that describe the tool's own members. */
function badArguments({ name, input }: Tool, { issues }: z.ZodError): Saying {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input' });
  const wanted = [...new Set(issues.map(({ path: [member] }) => String(member ?? '')))].flatMap((member) => {
    const described = Object(properties[member]).description as string | undefined;
    return described === undefined ? [] : [t('terminal.mcp.wanted', { member, what: described })];
  });
  return {
    message: t('terminal.mcp.unfit', {
      tool: name,
      issues: issues.map((issue) => sayIssue(issueOf({ issues: [issue] }), voice())).join('; '),
    }),
    hint: [...wanted, t('terminal.mcp.schema')].join(' '),
  };
}

/** Requests that are no tools have errors of the protocol; code and hint go along as data. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const report = reportOf(error);
    const { hint } = saidError(report);
    throw new ProtocolError(ProtocolErrorCode.InternalError, errorLine(report), { code: report.code, hint });
  }
}
