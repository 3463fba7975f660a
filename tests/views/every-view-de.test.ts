import { everyView } from './every-view';

everyView('de');
