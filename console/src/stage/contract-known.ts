/** The server's answers about what a character remembers, and how something went round. */
import type { MemoriesView, MemoryView } from "../../../src/domain/views/stage.ts";
import type { Gossip as GoneRound } from "../../../src/domain/views/story-time.ts";

export type Memory = MemoryView;
/** What makes a memory count. */
export type Meaning = keyof MemoryView["meant"];
export type Memories = MemoriesView;
/** Another story of which the same character remembers something. */
export type Elsewhere = MemoriesView["elsewhere"][number];
export type Gossip = GoneRound;
export type Knower = Gossip["knows"][number];
export type Telling = Gossip["tellings"][number];
