// Read before the app: quits it when its window is there and the page is not.
const { app } = require('electron');

app.on('browser-window-created', () => setTimeout(() => app.quit(), 30));
