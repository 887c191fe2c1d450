export interface Emitter<Events> {
  emit<E extends keyof Events>(event: E, detail: Events[E]): void;
  /** Adds a listener and returns the function that removes it. */
  on<E extends keyof Events>(event: E, listener: (detail: Events[E]) => void): () => void;
}

export function createEmitter<Events>(): Emitter<Events> {
  const listeners = new Map<keyof Events, Set<(detail: never) => void>>();
  return {
    emit(event, detail) {
      for (const listener of listeners.get(event) ?? []) (listener as (detail: unknown) => void)(detail);
    },
    on(event, listener) {
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set.add(listener));
      return () => set.delete(listener);
    },
  };
}
