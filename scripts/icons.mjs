// Draws resources/icons/icon.svg and icon-small.svg, with the Chromium of this machine, as what the systems want: PNGs
// for Linux, icon.ico for Windows, icon.icns for macOS. They are committed; run this after a change of a drawing:
// node scripts/icons.mjs
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inProject, SetupError, script } from './project.mjs';
import { findChromium } from './system-packages.mjs';

const folder = inProject('resources', 'icons');
const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512];
const windowsSizes = [16, 24, 32, 48, 64, 128, 256];
/** Type codes of the PNG members of an icns file: Apple, Icon Services; `ic11` to `ic14` are for doubled pixels. */
const macMembers = {
  icp4: 16,
  icp5: 32,
  ic11: 32,
  ic12: 64,
  ic07: 128,
  ic13: 256,
  ic08: 256,
  ic14: 512,
  ic09: 512,
  ic10: 1024,
};
/** Up to this many pixels the simple drawing is clearer. */
const smallUpTo = 32;
/** Apple's grid leaves a tenth on each side of an icon free; the drawing has half of that. */
const macScale = 0.88;

await script(async () => {
  const executablePath = findChromium();
  if (!executablePath) throw new SetupError('Chromium is needed: install the package chromium.');
  const { chromium } = createRequire(inProject('package.json'))('playwright-core');
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
  try {
    const page = await browser.newPage();
    const draw = (size, scale = 1) => drawing(page, size, scale);
    mkdirSync(folder, { recursive: true });
    for (const size of linuxSizes) writeFileSync(`${folder}/${size}x${size}.png`, await draw(size));
    writeFileSync(`${folder}/icon.ico`, ico(await each(windowsSizes, (size) => draw(size))));
    const members = await each(Object.values(macMembers), (size) => draw(size, macScale));
    writeFileSync(`${folder}/icon.icns`, icns(Object.keys(macMembers), members));
  } finally {
    await browser.close();
  }
});

async function each(values, make) {
  const made = [];
  for (const value of values) made.push(await make(value));
  return made;
}

/** A PNG of `size` × `size` pixels with a transparent ground. */
async function drawing(page, size, scale) {
  const name = size <= smallUpTo ? 'icon-small.svg' : 'icon.svg';
  const address = `data:image/svg+xml;base64,${readFileSync(`${folder}/${name}`).toString('base64')}`;
  const inside = size <= smallUpTo ? size : Math.round(size * scale);
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<body style="margin:0;height:${size}px;display:grid;place-items:center"><img src="${address}" width="${inside}">`,
  );
  await page.locator('img').evaluate((image) => image.decode());
  return page.screenshot({ omitBackground: true });
}

/** Format: Microsoft, ICO: a directory of 16-byte entries, then the images, which may be PNGs. */
function ico(images) {
  const directory = Buffer.alloc(6 + images.length * 16);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(images.length, 4);
  let offset = directory.length;
  for (const [index, image] of images.entries()) {
    const at = 6 + index * 16;
    // 256 pixels are written as 0.
    directory.writeUInt8(windowsSizes[index] % 256, at);
    directory.writeUInt8(windowsSizes[index] % 256, at + 1);
    directory.writeUInt16LE(1, at + 4);
    directory.writeUInt16LE(32, at + 6);
    directory.writeUInt32LE(image.length, at + 8);
    directory.writeUInt32LE(offset, at + 12);
    offset += image.length;
  }
  return Buffer.concat([directory, ...images]);
}

/** Format: Apple, icns: a header, then members of type, length with these 8 bytes, and data; big-endian. */
function icns(types, images) {
  const header = (type, length) => {
    const bytes = Buffer.alloc(8);
    bytes.write(type, 0, 'latin1');
    bytes.writeUInt32BE(length + 8, 4);
    return bytes;
  };
  const members = types.map((type, index) => Buffer.concat([header(type, images[index].length), images[index]]));
  const body = Buffer.concat(members);
  return Buffer.concat([header('icns', body.length), body]);
}
