import { common, createLowlight } from 'lowlight';

const lowlight = createLowlight(common);

/** A piece of code and the kind of it, such as `hljs-keyword`; '' for plain text. */
export interface CodePiece {
  readonly text: string;
  readonly kind: string;
}

type Tree = ReturnType<typeof lowlight.highlight>;
type Node = Tree['children'][number];

/** Code in its pieces, in order; null for a language that is not known. Their texts together are the code. */
export function codePieces(language: string, code: string): readonly CodePiece[] | null {
  if (!lowlight.registered(language)) return null;
  return lowlight.highlight(language, code).children.flatMap((node) => piecesOf(node, ''));
}

function piecesOf(node: Node, kind: string): CodePiece[] {
  if (node.type === 'text') return [{ text: node.value, kind }];
  if (node.type !== 'element') return [];
  const names = node.properties.className;
  const own = Array.isArray(names) ? names.join(' ') : kind;
  return node.children.flatMap((child) => piecesOf(child, own));
}
