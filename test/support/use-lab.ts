import { afterEach, beforeAll, beforeEach } from "vitest";
import type { Database } from "../../src/store/database/database.ts";
import { type Lab, type LabOptions, openLab } from "./lab.ts";
import type { OpenStore, TestStore } from "./stores.ts";

export interface UsedLab {
  readonly db: Database;
  /** As the owner of the tables, who may rebuild them. */
  readonly owner: OpenStore["owner"];
  start(options?: Partial<LabOptions>): Promise<Lab>;
  /** Inbound messages and how each ended, in the order they came. */
  ends(): Promise<[text: string, end: string | null][]>;
  /** Deliveries and where they are, in their order. */
  parts(): Promise<[text: string, status: string][]>;
}

/** An empty store before each test, and labs that are closed after it. */
export function useLab(store: TestStore): UsedLab {
  let db: Database | undefined;
  let empty: () => Promise<void>;
  let owner: OpenStore["owner"];
  const labs: Lab[] = [];
  beforeAll(async () => {
    const opened = await store.open();
    db = opened.db;
    owner = (work) => opened.owner(work);
    empty = () => opened.empty();
    return () => opened.close();
  });
  beforeEach(() => empty());
  afterEach(async () => {
    await Promise.all(labs.splice(0).map((lab) => lab.close()));
  });
  const used: UsedLab = {
    get db() {
      if (db === undefined) throw new Error("the store opens before the first test");
      return db;
    },
    owner: (work) => owner(work),
    async start(options = {}) {
      const lab = await openLab({ db: used.db, ...options });
      labs.push(lab);
      return lab;
    },
    async ends() {
      const rows = await used.db.rows<{ text: string; end: string | null }>(
        "select text, ended_as as end from message where direction = 'inbound' order by event_id",
      );
      return rows.map(({ text, end }) => [text, end]);
    },
    async parts() {
      const rows = await used.db.rows<{ text: string; status: string }>(
        "select text, status from delivery_attempt order by ordinal",
      );
      return rows.map(({ text, status }) => [text, status]);
    },
  };
  return used;
}
