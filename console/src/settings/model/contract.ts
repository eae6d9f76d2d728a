/** The model's connection. Declared by the server; this file only gives it the page's names. */
import type {
  CheckedModel,
  ModelCheckAnswer,
  ModelStateAnswer,
  SavedModel,
} from "../../../../src/api/routes/model-routes.ts";

export type ModelState = ModelStateAnswer;
export type ModelCheck = ModelCheckAnswer;
export type ModelToCheck = CheckedModel;
export type ModelToSave = SavedModel;
