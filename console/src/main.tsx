import { takeSignInCode } from "./route.ts";
import "./mantine.ts";
import "./theme.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { sessionLoader } from "./api/session.ts";

const session = sessionLoader(takeSignInCode());

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <App session={session} />
  </StrictMode>,
);

// After the first paint: the list of font slices is long and most machines need none of them.
void import("./font.css");
