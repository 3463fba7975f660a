import { everyView } from './every-view';

everyView('es');
