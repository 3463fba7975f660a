// deb and rpm of the packaged program, made with the systems' own tools (dpkg-deb, rpmbuild): electron-builder would
// download another program for them. What they hold is that of electron-builder.yml, with a menu entry, icons and
// `vitrine` on the PATH beside it; neither runs a script of its own while it is installed or removed.
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { inProject, must, say } from './project.mjs';
import { hasProgram } from './system-packages.mjs';

/** Names of the processor: Node's, Debian's, and the rpm's. */
const processors = { x64: ['amd64', 'x86_64'], arm64: ['arm64', 'aarch64'] };

/**
 * Makes them from the folder that runs. A tool that is not there is said, and its package left out.
 *
 * @param {string} folder the unpacked program
 * @param {object} configuration electron-builder.yml, read
 * @param {(ending: string) => string} fileName where a package goes
 */
export async function makeLinuxPackages(folder, configuration, { name, version, license }, fileName) {
  const work = mkdtempSync(join(tmpdir(), 'vitrine-packages-'));
  // Debian and Fedora sort what follows a tilde before the version itself.
  const about = { name, version: version.replace('-', '~'), license, ...configuration };
  const [debArch, rpmArch] = processors[process.arch];
  const made = [];
  try {
    const tree = join(work, 'tree');
    layOut(folder, tree, about);
    for (const [tool, ending, make] of [
      ['dpkg-deb', `${debArch}.deb`, () => makeDeb(tree, about, debArch, fileName(`${debArch}.deb`))],
      ['rpmbuild', `${rpmArch}.rpm`, () => makeRpm(work, tree, about, rpmArch, fileName(`${rpmArch}.rpm`))],
    ]) {
      if (!hasProgram(tool)) {
        say(`skipped: ${ending}: ${tool} is not there`);
        continue;
      }
      say(`Making ${fileName(ending)} …`);
      await make();
      made.push(fileName(ending));
      await check(fileName(ending));
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return made;
}

const home = '/opt/Vitrine';

/** The files of both packages under `tree`. */
function layOut(folder, tree, { name, copyright, linux, protocols }) {
  const at = (path) => {
    const file = join(tree, path);
    mkdirSync(dirname(file), { recursive: true });
    return file;
  };
  cpSync(folder, at(home), { recursive: true, verbatimSymlinks: true });
  // Root's, as the packages make it: Chromium's sandbox where users may make none of their own.
  chmodSync(at(`${home}/chrome-sandbox`), 0o4755);
  symlinkSync(`${home}/resources/bin/vitrine`, at(`/usr/bin/${name}`));
  const entry = {
    Type: 'Application',
    ...linux.desktop.entry,
    Exec: `/usr/bin/${name} %U`,
    Icon: name,
    StartupWMClass: 'Vitrine',
    MimeType: protocols.schemes.map((scheme) => `x-scheme-handler/${scheme};`).join(''),
  };
  const lines = Object.entries(entry).map(([key, value]) => `${key}=${value}\n`);
  writeFileSync(at(`/usr/share/applications/${name}.desktop`), `[Desktop Entry]\n${lines.join('')}`);
  for (const icon of readdirSync(inProject('resources/icons'))) {
    const size = /^(\d+)x\1\.png$/.test(icon) ? icon.slice(0, -4) : icon === 'icon.svg' ? 'scalable' : null;
    if (size)
      cpSync(inProject('resources/icons', icon), at(`/usr/share/icons/hicolor/${size}/apps/${name}${extname(icon)}`));
  }
  const licences = `${home}/resources/resources/licences.json and ${home}/LICENSES.chromium.html`;
  writeFileSync(
    at(`/usr/share/doc/${name}/copyright`),
    `${copyright}\n\nLicensed under the Apache License 2.0: /usr/share/common-licenses/Apache-2.0 on Debian, and\n` +
      `${home}/resources/LICENSE. The licences of what is inside: ${licences}.\n`,
  );
}

async function makeDeb(tree, { name, version, linux, deb }, arch, file) {
  const control = join(tree, 'DEBIAN');
  mkdirSync(control);
  const kilobytes = await must('du', ['-sk', '--exclude=DEBIAN', tree]);
  const fields = {
    Package: name,
    Version: version,
    Architecture: arch,
    Maintainer: linux.maintainer,
    'Installed-Size': Number.parseInt(kilobytes, 10),
    Depends: deb.depends.join(', '),
    Recommends: deb.recommends.join(', '),
    Section: deb.packageCategory,
    Priority: 'optional',
    Description: `${linux.synopsis}\n ${linux.description}`,
  };
  writeFileSync(
    join(control, 'control'),
    Object.entries(fields)
      .map(([key, value]) => `${key}: ${value}\n`)
      .join(''),
  );
  await must('dpkg-deb', ['--root-owner-group', '-Zxz', '-z1', '--build', tree, file]);
  rmSync(control, { recursive: true });
}

async function makeRpm(work, tree, { name, version, license, linux }, arch, file) {
  const spec = join(work, `${name}.spec`);
  // The libraries inside are the program's own: neither offered to others nor asked of them.
  writeFileSync(
    spec,
    `Name: ${name}
Version: ${version}
Release: 1
Summary: ${linux.synopsis}
License: ${license}
%global debug_package %{nil}
%global _build_id_links none
%global __os_install_post %{nil}
%global _binary_payload w9.zstdio
%global __provides_exclude_from ^${home}/.*$
%global __requires_exclude ^lib(ffmpeg|EGL|GLESv2|vulkan|onnxruntime)\\.so
Requires: libX11-xcb.so.1()(64bit)
%description
${linux.description}
%install
cp -a ${tree}/. %{buildroot}
%files
%defattr(-,root,root,-)
%attr(4755,root,root) ${home}/chrome-sandbox
${home}
/usr/bin/${name}
/usr/share/applications/${name}.desktop
/usr/share/icons/hicolor/*/apps/${name}.*
%doc /usr/share/doc/${name}
`,
  );
  await must('rpmbuild', ['-bb', '--quiet', '--target', arch, '--define', `_topdir ${work}/rpm`, spec]);
  const folder = join(work, 'rpm', 'RPMS', arch);
  const [built] = readdirSync(folder);
  cpSync(join(folder, built), file);
}

/** What lintian finds in every program that brings its libraries along and lies in /opt. */
const ofItsKind = [
  'dir-or-file-in-opt',
  'elevated-privileges',
  'embedded-library',
  'no-changelog',
  'no-manual-page',
  'shared-library-is-executable',
  'unstripped-binary-or-object',
];

/** Debian's own check of a deb, where it is there; else that is said. */
async function check(file) {
  if (!file.endsWith('.deb')) return;
  if (!hasProgram('lintian')) say('skipped: the check of the deb: lintian is not there');
  else await must('lintian', ['--allow-root', '--fail-on', 'error,warning', '--suppress-tags', ofItsKind.join(), file]);
}
