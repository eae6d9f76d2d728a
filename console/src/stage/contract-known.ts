/** The server's answers about memories and how facts spread. */
import type { MemoriesView, MemoryView } from "../../../src/domain/views/stage.ts";
import type { Gossip as GoneRound } from "../../../src/domain/views/story-time.ts";

export type Memory = MemoryView;
/** What contributes to a memory's importance. */
export type ImportancePart = keyof MemoryView["meant"];
export type Memories = MemoriesView;
/** Another story in which the same character has memories. */
export type OtherStory = MemoriesView["elsewhere"][number];
export type Gossip = GoneRound;
export type Knower = Gossip["knows"][number];
export type Retelling = Gossip["tellings"][number];
