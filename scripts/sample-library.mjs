// Prints scripts/sample-lease.html to the sample library with the Chromium of this machine. The PDF is
// committed; run this after a change of its source: node scripts/sample-library.mjs
import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { inProject, SetupError, say, script } from './project.mjs';
import { findChromium } from './system-packages.mjs';

const source = inProject('scripts', 'sample-lease.html');
const target = inProject('resources', 'sample-library', 'lease-harbour-street.pdf');

await script(async () => {
  const executablePath = findChromium();
  if (!executablePath) throw new SetupError('Chromium is needed to print the PDF: install the package chromium.');
  const root = process.getuid?.() === 0;
  const browser = await chromium.launch({ executablePath, chromiumSandbox: !root });
  try {
    const page = await browser.newPage();
    await page.goto(pathToFileURL(source).href, { waitUntil: 'networkidle' });
    await page.evaluate(() => document.fonts.ready);
    await page.pdf({
      path: target,
      preferCSSPageSize: true,
      printBackground: true,
      tagged: true,
      outline: true,
    });
  } finally {
    await browser.close();
  }
  say(`${target}: ${statSync(target).size} bytes`);
});
