import { type Connection, Query, type QueryConfig } from "pg";

/** The parts of the driver's query that its types leave out. */
interface DriverQuery {
  name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly callback: Callback;
  submit(connection: DriverConnection): Error | null;
  handleCommandComplete(message: unknown, connection: DriverConnection): void;
  handleError(error: Error, connection: DriverConnection): void;
}

type DriverConnection = Connection & {
  readonly submittedNamedStatements: Record<string, string>;
  parse(statement: { readonly text: string; readonly name: string }): void;
  bind(values: object): void;
  execute(portal: object): void;
};

type Callback = (error: Error | null, result?: { readonly rows: unknown[] }) => void;

const DriverQuery = Query as unknown as new (
  config: QueryConfig,
  values: undefined,
  callback: Callback,
) => DriverQuery;

export interface Opening {
  /** Statements without parameters that come first, such as BEGIN. */
  readonly statements: readonly string[];
  /** All of them have succeeded. */
  readonly onDone: () => void;
}

/**
 * A statement that brings the beginning of its transaction with it. There is one Sync behind all of
 * them, and the server skips everything up to it after an error: if the transaction cannot begin, the
 * statement does not run.
 */
export class OpeningQuery extends DriverQuery {
  readonly opening: Opening;
  readonly #preparedAs: string | undefined;
  #left: number;

  constructor(config: QueryConfig, opening: Opening, callback: Callback) {
    // A simple query would be a group of its own.
    super({ ...config, queryMode: "extended" } as QueryConfig, undefined, callback);
    this.opening = opening;
    this.#preparedAs = config.name;
    this.#left = opening.statements.length;
  }

  override submit(connection: DriverConnection): Error | null {
    for (const text of this.opening.statements) {
      connection.parse({ text, name: "" });
      connection.bind({});
      connection.execute({});
    }
    const refused = super.submit(connection);
    // The driver takes the next answer to a Parse for that of the name, which is still to come.
    this.name = undefined;
    return refused;
  }

  override handleCommandComplete(message: unknown, connection: DriverConnection): void {
    if (this.#left === 0) return super.handleCommandComplete(message, connection);
    this.#left -= 1;
    if (this.#left > 0) return;
    this.name = this.#preparedAs;
    this.opening.onDone();
  }

  override handleError(error: Error, connection: DriverConnection): void {
    if (this.#left > 0 && this.#preparedAs !== undefined)
      delete connection.submittedNamedStatements[this.#preparedAs];
    super.handleError(error, connection);
  }
}
