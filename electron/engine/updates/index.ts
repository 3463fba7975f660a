/** updates: newer versions of the program, found and checked. Installs nothing. */
export { Updates, type UpdatesOptions } from './updates';
