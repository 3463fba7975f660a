// deb, rpm and AppImage of the packaged program, made with the systems' own tools (dpkg-deb, rpmbuild, mksquashfs).
// electron-builder would download another program for each; its AppImage starts from the menu without Chromium's
// sandbox, and has no commands without a display. The packages hold the files of electron-builder.yml, a menu entry,
// icons and `vitrine` on the PATH. None runs a script during installation or removal.
import {
  chmodSync,
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { inProject, must, say } from './project.mjs';
import { hasProgram } from './system-packages.mjs';

/** Names of the processor: Node's, Debian's, and the rpm's. */
const processors = { x64: ['amd64', 'x86_64'], arm64: ['arm64', 'aarch64'] };

/**
 * The program at the beginning of an AppImage that mounts the rest: `runtime-x86_64` or `runtime-aarch64` of
 * github.com/AppImage/type2-runtime.
 */
const { APPIMAGE_RUNTIME: runtime } = process.env;

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
    if (!runtime) say('skipped: AppImage: APPIMAGE_RUNTIME names no runtime for it');
    const image = () => makeAppImage(work, folder, tree, about, fileName(`${rpmArch}.AppImage`));
    for (const [tool, ending, make] of [
      ['dpkg-deb', `${debArch}.deb`, () => makeDeb(tree, about, debArch, fileName(`${debArch}.deb`))],
      ['rpmbuild', `${rpmArch}.rpm`, () => makeRpm(work, tree, about, rpmArch, fileName(`${rpmArch}.rpm`))],
      ...(runtime ? [['mksquashfs', `${rpmArch}.AppImage`, image]] : []),
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
function layOut(folder, tree, about) {
  const { name, copyright } = about;
  const at = (path) => {
    const file = join(tree, path);
    mkdirSync(dirname(file), { recursive: true });
    return file;
  };
  cpSync(folder, at(home), { recursive: true, verbatimSymlinks: true });
  // Root's, as the packages make it: Chromium's sandbox where users may make none of their own.
  chmodSync(at(`${home}/chrome-sandbox`), 0o4755);
  symlinkSync(`${home}/resources/bin/vitrine`, at(`/usr/bin/${name}`));
  writeFileSync(at(`/usr/share/applications/${name}.desktop`), menuEntry(about, `/usr/bin/${name}`));
  for (const icon of readdirSync(inProject('resources/icons'))) {
    const size = /^(\d+)x\1\.png$/.test(icon) ? icon.slice(0, -4) : icon === 'icon.svg' ? 'scalable' : null;
    if (size)
      cpSync(inProject('resources/icons', icon), at(`/usr/share/icons/hicolor/${size}/apps/${name}${extname(icon)}`));
  }
  writeFileSync(at(`/usr/share/doc/${name}/changelog.gz`), packed(changes(about)));
  writeFileSync(at(`/usr/share/doc/${name}/CHANGELOG.md.gz`), packed(readFileSync(inProject('CHANGELOG.md'))));
  const licences = `${home}/resources/resources/licences.json and ${home}/LICENSES.chromium.html.gz`;
  writeFileSync(
    at(`/usr/share/doc/${name}/copyright`),
    `${copyright}\n\nLicensed under the Apache License 2.0: /usr/share/common-licenses/Apache-2.0 on Debian, and\n` +
      `${home}/resources/LICENSE. The licences of what is inside: ${licences}.\n`,
  );
}

/** The program in the menu of the system; `command` starts it. */
function menuEntry({ name, linux, protocols }, command) {
  const entry = {
    Type: 'Application',
    ...linux.desktop.entry,
    Exec: `${command} %U`,
    Icon: name,
    StartupWMClass: 'Vitrine',
    MimeType: protocols.schemes.map((scheme) => `x-scheme-handler/${scheme};`).join(''),
  };
  const lines = Object.entries(entry).map(([key, value]) => `${key}=${value}\n`);
  return `[Desktop Entry]\n${lines.join('')}`;
}

const packed = (text) => gzipSync(text, { level: 9 });

/** `npm run dist` says when the release was made. */
const releaseDate = () => new Date(Number(process.env.SOURCE_DATE_EPOCH) * 1000);

/** Debian's list of changes, which names the one that people write. */
function changes({ name, version, linux }) {
  const date = releaseDate().toUTCString().replace('GMT', '+0000');
  return (
    `${name} (${version}) stable; urgency=medium\n\n  * The changes are listed in CHANGELOG.md, beside this file.\n\n` +
    ` -- ${linux.maintainer}  ${date}\n`
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
  // With these `dpkg --verify` finds files that are damaged.
  const listed = 'find * -path DEBIAN -prune -o -type f -print0 | sort -z | xargs -0 md5sum > DEBIAN/md5sums';
  await must('sh', ['-ec', `cd "$1"; ${listed}`, 'sh', tree]);
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
Packager: ${linux.maintainer}
%global debug_package %{nil}
%global _build_id_links none
%global __os_install_post %{nil}
%global use_source_date_epoch_as_buildtime 1
%global clamp_mtime_to_source_date_epoch 1
%global _buildhost localhost
%global _binary_payload w2.xzdio
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
%changelog
* ${releaseDate().toDateString()} ${linux.maintainer} - ${version}-1
- The changes are listed in CHANGELOG.md, among the documentation.
`,
  );
  await must('rpmbuild', ['-bb', '--quiet', '--target', arch, '--define', `_topdir ${work}/rpm`, spec]);
  const folder = join(work, 'rpm', 'RPMS', arch);
  const [built] = readdirSync(folder);
  cpSync(join(folder, built), file);
}

/** One file that runs without being installed: the runtime, and behind it the packed program, which it mounts. */
async function makeAppImage(work, folder, tree, about, file) {
  const { name } = about;
  const beside = join(work, 'beside');
  mkdirSync(join(beside, 'usr/share'), { recursive: true });
  // The runtime starts `AppRun`; a menu finds the entry and its icon at the top.
  symlinkSync('resources/bin/vitrine', join(beside, 'AppRun'));
  writeFileSync(join(beside, `${name}.desktop`), menuEntry(about, 'AppRun'));
  cpSync(join(tree, 'usr/share/icons'), join(beside, 'usr/share/icons'), { recursive: true });
  symlinkSync(`usr/share/icons/hicolor/256x256/apps/${name}.png`, join(beside, `${name}.png`));
  symlinkSync(`${name}.png`, join(beside, '.DirIcon'));
  const start = readFileSync(runtime);
  const parts = [folder, beside].flatMap((from) => readdirSync(from).map((part) => join(from, part)));
  // Every runtime reads gzip.
  const how = [
    '-offset',
    start.length,
    '-comp',
    'gzip',
    '-all-root',
    '-noappend',
    '-no-xattrs',
    '-quiet',
    '-no-progress',
  ];
  await must('mksquashfs', [...parts, file, ...how]);
  const written = openSync(file, 'r+');
  writeSync(written, start);
  closeSync(written);
  chmodSync(file, 0o755);
}

/** Findings of lintian for every program in /opt that brings its libraries along. */
const ofItsKind = [
  'dir-or-file-in-opt',
  'elevated-privileges',
  'embedded-library',
  'no-manual-page',
  'shared-library-is-executable',
  'unstripped-binary-or-object',
];

/** Debian's own check of a deb; without it, a message. */
async function check(file) {
  if (!file.endsWith('.deb')) return;
  if (!hasProgram('lintian')) say('skipped: the check of the deb: lintian is not there');
  else await must('lintian', ['--allow-root', '--fail-on', 'error,warning', '--suppress-tags', ofItsKind.join(), file]);
}
