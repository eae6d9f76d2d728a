import { takeLinkCodes } from "./route.ts";
import "./mantine.ts";
import "./theme.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { sessionLoader } from "./api/session.ts";
import { App } from "./app.tsx";
import { isFileMissing } from "./frame/error-boundary.tsx";
import { takeStoryOffer } from "./stage/shared/offered-story.ts";
import { takeOffer } from "./calendar/friends/offered-code.ts";
import { bringFont } from "./own-font.ts";
import { keepPairing } from "./pairing/stored-code.ts";
import { takeToolSignIn } from "./settings/tools/brought-back.ts";
import { startServiceWorker } from "./service-worker.ts";

const { code, pair, friend, story, refused, tools } = takeLinkCodes();
const session = sessionLoader(code, refused);
if (pair !== undefined) keepPairing(pair);
if (friend !== undefined) takeOffer(friend);
if (story !== undefined) takeStoryOffer(story);
if (tools !== undefined) takeToolSignIn(tools);

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");

// A font that fails to load must not leave the page empty.
await bringFont().catch(() => undefined);

createRoot(root, {
  // A file that could not be fetched is reported by the boundary in words, and needs no error beside them.
  onCaughtError: (error) => {
    if (!isFileMissing(error)) reportError(error);
  },
}).render(
  <StrictMode>
    <App session={session} />
  </StrictMode>,
);

// After the page itself, which needs none of it.
void startServiceWorker();
