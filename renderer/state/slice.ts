import { create, type StateCreator, type StoreApi } from 'zustand';
import { combine } from 'zustand/middleware';

/** A part of the state: its initial members and its actions. Its type is theirs. */
export const slice = <State extends object, Actions extends object>(
  first: State,
  actions: StateCreator<Readonly<State>, [], [], Actions>,
) => create(combine<Readonly<State>, Actions>(first, actions));

/** Access to a store for a function that makes a part of its actions; a test gives it one of its own. */
export interface Access<State> {
  readonly set: StoreApi<Readonly<State>>['setState'];
  readonly get: () => Readonly<State>;
}
