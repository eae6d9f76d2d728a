import { type Cast, nameOf } from "../state/cast.ts";
import { labelNamesakes } from "../state/namesakes.ts";

/** By id: names under which a model is asked about several people, distinct among them. */
export const labelPeople = (cast: Cast, ids: readonly string[]): Map<string, string> =>
  labelNamesakes(ids.map((id) => ({ id, name: nameOf(cast, id) })));
