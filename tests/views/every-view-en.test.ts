import { everyView } from './every-view';

everyView('en');
