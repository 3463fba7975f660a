import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app/app.css';
import { App } from './app/App';
import { readyToDraw } from './app/ready-to-draw';
import { shareStyleNonce } from './app/style-nonce';
import { applyRememberedLook } from './state/appearance';
import { listenToEngine } from './state/engine-events';
import { host } from './state/host';
import { keepDrafts } from './state/kept-drafts';
import { applyRememberedLanguage, useLanguage } from './state/language';
import { sayWhereSaved } from './state/save-file';
import { applyTheme, rememberedTheme } from './state/theme';
import { setRegion } from './strings/index';

shareStyleNonce();
applyTheme(rememberedTheme());
applyRememberedLook();
applyRememberedLanguage();
keepDrafts();
setRegion(host().region);
const answers = listenToEngine();
host().onSaved(sayWhereSaved);

/** The app, drawn anew in another language. */
function Root() {
  return <App key={useLanguage((state) => state.language)} />;
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const drawn = createRoot(root);
void readyToDraw(answers).then(() =>
  drawn.render(
    <StrictMode>
      <Root />
    </StrictMode>,
  ),
);
