/** A chat app in which people see an answer while it is written. */
export interface ChatStage {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where the product is, for an app that calls it, and how many people use it. Again whenever it has started. */
  reach?(url: string, people: number): Promise<void>;
  isLive(): boolean;
  /** Each number is a person with a private chat of their own. */
  says(text: string, person?: number): unknown;
  /** What there is to read now, of everyone. */
  seen(): readonly string[];
  readonly violations: readonly string[];
  close(): Promise<void>;
}

/** The settings of a section, for a server of ours. */
export const settingsOf = (section: string, values: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries({ enabled: "true", ...values }).map(([name, value]) => [
      `MEANWHILE_CHANNELS__${section}__${name.toUpperCase()}`,
      value,
    ]),
  );

/**
 * A vendor's call of the product's address: again if the connection had just ended. What is not taken
 * is a complaint.
 */
export function createCaller(violations: string[]) {
  let url = "";
  return {
    reach: async (given: string) => void (url = given),
    async call(path: string, body: string, headers: Readonly<Record<string, string>> = {}) {
      const ask = () =>
        fetch(`${url}${path}`, {
          method: "POST",
          body,
          headers: { "content-type": "application/json", ...headers },
        });
      const answer = await ask().catch((error: unknown) => {
        if (!(error instanceof TypeError)) throw error;
        return ask();
      });
      const text = await answer.text();
      if (!answer.ok) violations.push(`${path} answers ${answer.status}`);
      return { status: answer.status, body: text };
    },
  };
}
