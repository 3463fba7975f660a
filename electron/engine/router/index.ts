/**
 * router: what kind of answer a question asks for. The only door of this room.
 *
 * Does: tells by its form whether a question counts or lists documents, asks what a collection is about, for a summary, or
 * for a comparison; every other question is one for passages.
 * Never does: search, answer, or know a library: which documents are meant is for others to find.
 */
export { namedTerms, namesDocument, type RouteForm, routesOf } from './read-route';
