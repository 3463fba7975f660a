import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engineOptions } from '../../../electron/engine/host-options';
import { version } from '../../../package.json';
import { temporaryFolder } from '../../temporary-folder';
import { project, TestEngine } from '../open-test-engine';

let app: string;
const vitrine = TestEngine.each(async () => {
  app = temporaryFolder();
  await mkdir(join(app, 'resources'));
  await symlink(join(project, 'config'), join(app, 'config'));
  // The path of the config is not followed: the licences lie beside it.
  await vitrine.reopen(engineOptions({}, { appFolder: app, libraryFolder: vitrine.library }));
});

describe('what the program says about itself', () => {
  it('is its version, where it keeps things, and what it runs on', async () => {
    const about = await vitrine.ask('app.about', {});
    expect(about).toEqual({
      version,
      licence: 'Apache-2.0',
      thirdParty: [],
      paths: {
        library: vitrine.library,
        settings: join(vitrine.library, 'settings.json'),
        log: join(vitrine.library, 'logs', 'vitrine.log'),
        models: join(vitrine.library, 'models'),
        config: join(app, 'config'),
      },
      mcp: { command: join(app, 'bin', 'vitrine'), args: ['mcp', '--library', vitrine.library] },
      versions: { node: process.versions.node, electron: null, chromium: null },
    });
  });

  it('is what it is made of, and the words of each licence', async () => {
    const entry = { name: 'a', version: '1.0.0', licence: 'MIT', homepage: null, kind: 'package' };
    const licences = { entries: [{ ...entry, text: 'one' }], texts: { one: 'Permission is hereby granted' } };
    await writeFile(join(app, 'resources', 'licences.json'), JSON.stringify(licences));
    expect((await vitrine.ask('app.about', {})).thirdParty).toEqual([entry]);
    const words = await vitrine.ask('app.licenceText', { name: 'a', version: '1.0.0' });
    expect(words).toEqual({ text: 'Permission is hereby granted' });
    expect((await vitrine.refusal('app.licenceText', { name: 'b', version: '1.0.0' })).code).toBe('bad-request');
  });
});
