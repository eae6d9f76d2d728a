const most = 10_000;

/** The newest message of each conversation, for as many as are likely to be answered now. */
export interface AnsweredMessages {
  remember(scope: string, vendorId: string): void;
  find(scope: string): string | undefined;
}

export function createAnsweredMessages(): AnsweredMessages {
  const newest = new Map<string, string>();
  return {
    remember(scope, vendorId) {
      newest.delete(scope);
      newest.set(scope, vendorId);
      const oldest = newest.size > most ? newest.keys().next().value : undefined;
      if (oldest !== undefined) newest.delete(oldest);
    },
    find: (scope) => newest.get(scope),
  };
}
