/** Where a character is between scenes, by its routine. */
export interface Whereabouts {
  readonly containerId: number;
  readonly since: string;
  readonly doing: string;
}

/** Characters who were at one place at the same time, between scenes. */
export interface Meeting {
  readonly id: string;
  readonly containerId: number;
  readonly at: string;
  readonly until: string;
  readonly participants: readonly string[];
  readonly eventId: number;
}

export const needKey = (entity: string, need: string): string => JSON.stringify([entity, need]);
