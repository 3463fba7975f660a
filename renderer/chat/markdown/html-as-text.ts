import type { ExtraProps } from 'react-markdown';

type Content = NonNullable<ExtraProps['node']>['children'][number];
type Node = Content | { readonly type: 'raw'; readonly value: string };

/** A rehype plugin: HTML in Markdown is shown as the text it is, neither carried out nor hidden. Runs before sanitising. */
export function rehypeHtmlAsText(): (tree: { children: Content[] }) => void {
  function plain(node: Node): Content {
    if (node.type === 'raw') return { type: 'text', value: node.value };
    if (node.type === 'element') node.children = node.children.map(plain) as typeof node.children;
    return node;
  }
  return (tree) => {
    tree.children = tree.children.map(plain);
  };
}
