import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app/app.css';
import { App } from './app/App';
import { listenToEngine } from './state/engine-events';
import { applyTheme, rememberedTheme } from './state/theme';

applyTheme(rememberedTheme());
listenToEngine();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
