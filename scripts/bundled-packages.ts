import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Chunk {
  readonly modules?: Readonly<Record<string, { readonly renderedLength: number }>>;
  readonly originalFileNames?: readonly string[];
}

/** Returns the package's folder that a file is in, relative to the project; null for the project's own files. */
function packageFolder(file: string): string | null {
  const [, folder] =
    /(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\/[^/]/.exec(file.replaceAll('\\', '/')) ?? [];
  return folder ?? null;
}

/**
 * Writes the packages that a build takes code, styles or files from into out/packages. A bundled package is in no
 * node_modules, and the list of shipped packages (scripts/sbom.mjs) has to name it.
 *
 * @param root of the project
 * @param build name of the list
 */
export function recordPackages(root: string, build: string) {
  /** The bundler sees styles only after they are one text. */
  const styles = new Set<string>();
  return {
    name: 'vitrine:record-packages',
    enforce: 'pre' as const,
    transform(code: string, id: string) {
      if (!id.endsWith('.css')) return null;
      styles.add(id);
      for (const [, path] of code.matchAll(/@import "([^."][^"]*)"/g)) styles.add(`node_modules/${path}/package.json`);
      return null;
    },
    generateBundle(_options: unknown, bundle: Readonly<Record<string, Chunk>>) {
      const files = Object.values(bundle).flatMap(({ modules = {}, originalFileNames = [] }) => {
        const rendered = Object.entries(modules).filter(([, { renderedLength }]) => renderedLength > 0);
        return [...rendered.map(([id]) => id), ...originalFileNames];
      });
      const folders = new Set([...files, ...styles].flatMap((file) => packageFolder(file) ?? []));
      const packages = [...folders].sort().map((folder) => {
        const { name, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
        return `${name}@${version}`;
      });
      mkdirSync(join(root, 'out/packages'), { recursive: true });
      writeFileSync(join(root, 'out/packages', `${build}.json`), `${JSON.stringify(packages, null, 1)}\n`);
    },
  };
}
