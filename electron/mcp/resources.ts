import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { documentUri, textIsData, windowOf } from './texts';
import { type Calling, RequestFailed } from './tool';

const documentsAPage = 100;
/** Characters of a resource: a longer document is read on by the address that `_meta` names. */
const longestResource = 100_000;

export const documentTemplate = {
  uriTemplate: 'vitrine://document/{documentId}{?startChar}',
  name: 'document',
  title: 'Document',
  description: `The text of a document of the library, at most ${longestResource} characters from startChar on. ${textIsData}`,
  mimeType: 'text/plain',
};

/** A page of the documents as resources; the cursor is how many came before. Throws ProtocolError for another cursor. */
export async function listResources(cursor: string | undefined, { request }: Calling) {
  if (cursor !== undefined && !/^\d{1,9}$/u.test(cursor)) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'This cursor is none that the server gave.');
  }
  const from = Number(cursor ?? 0);
  const all = (await request('library.list', {})).filter(({ state }) => state === 'ready');
  return {
    resources: all.slice(from, from + documentsAPage).map(({ documentId, title, path, format, createdAt }) => ({
      uri: documentUri(documentId),
      name: title,
      description: `${format}: ${path}`,
      mimeType: 'text/plain',
      annotations: { lastModified: createdAt },
    })),
    ...(from + documentsAPage < all.length ? { nextCursor: String(from + documentsAPage) } : {}),
  };
}

/** Text of a document. Throws ResourceNotFoundError for an address of nothing, RequestFailed. */
export async function readResource(uri: string, { request }: Calling) {
  const [, id, start] = /^vitrine:\/\/document\/([^/?#]+)(?:\?startChar=(\d{1,9}))?$/u.exec(uri) ?? [];
  if (id === undefined) throw new ResourceNotFoundError(uri);
  try {
    const { text } = await request('library.source', { documentId: decodeURIComponent(id) });
    const window = windowOf(text, Number(start ?? 0), longestResource);
    const next =
      window.nextStartChar === null ? null : `${documentUri(decodeURIComponent(id))}?startChar=${window.nextStartChar}`;
    const { startChar, endChar } = window;
    const _meta = {
      'vitrine/textLength': text.length,
      'vitrine/startChar': startChar,
      'vitrine/endChar': endChar,
      'vitrine/next': next,
    };
    return { contents: [{ uri, mimeType: 'text/plain', text: window.text, _meta }] };
  } catch (error) {
    const isGone =
      error instanceof URIError || (error instanceof RequestFailed && error.report.code === 'document-not-found');
    throw isGone ? new ResourceNotFoundError(uri) : error;
  }
}
