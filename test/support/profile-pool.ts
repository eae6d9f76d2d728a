import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

/** A browser profile for one test at a time. */
interface Profile {
  readonly context: BrowserContext;
  readonly giveBack: () => Promise<void>;
}

/** Profiles of one server's visitors: empty when taken, but for the scripts that the browser has loaded and compiled. */
export interface ProfilePool {
  readonly take: (origin: string, options: BrowserContextOptions) => Promise<Profile>;
  readonly close: () => Promise<void>;
}

interface Kept {
  readonly context: BrowserContext;
  /** An empty page of the server. It keeps the process that the next page is opened in. */
  readonly anchor: Page;
}

/**
 * Opening a page in a new profile costs more processor time than most tests do with it: every script is fetched and
 * compiled again. So a profile is emptied and used again for the next visit of the same kind.
 */
export function createProfilePool(browser: Browser): ProfilePool {
  const idle = new Map<string, Kept[]>();

  const open = async (origin: string, options: BrowserContextOptions): Promise<Kept> => {
    const context = await browser.newContext(options);
    const anchor = await context.newPage();
    await anchor.goto(`${origin}/robots.txt`);
    return { context, anchor };
  };

  const take: ProfilePool["take"] = async (origin, { storageState, ...options }) => {
    const kind = JSON.stringify([origin, options]);
    const kept = idle.get(kind)?.pop() ?? (await open(origin, options));
    if (typeof storageState === "object") await fill(kept, storageState);
    const giveBack = async (): Promise<void> => {
      if (await isAsNew(kept)) idle.set(kind, [...(idle.get(kind) ?? []), kept]);
      else await kept.context.close();
    };
    return { context: kept.context, giveBack };
  };

  const close = async (): Promise<void> => {
    await Promise.all([...idle.values()].flat().map(({ context }) => context.close()));
    idle.clear();
  };
  return { take, close };
}

type StorageState = Exclude<BrowserContextOptions["storageState"], string | undefined>;

async function fill({ context, anchor }: Kept, state: StorageState): Promise<void> {
  await context.addCookies(state.cookies);
  const items = state.origins.flatMap(({ localStorage }) => localStorage);
  // A string: it runs in the browser, whose types this project does not load.
  await anchor.evaluate(
    `for (const { name, value } of ${JSON.stringify(items)}) localStorage.setItem(name, value)`,
  );
}

/** Empties a profile; false where a test changed what can't be put back. */
async function isAsNew({ context, anchor }: Kept): Promise<boolean> {
  const pages = context.pages().filter((page) => page !== anchor);
  const hasOwnClock = await Promise.all(pages.map((page) => page.evaluate(ownClock)));
  if (anchor.isClosed() || hasOwnClock.includes(true)) return false;
  await Promise.all(pages.map((page) => page.close()));
  await Promise.all([
    context.clearCookies(),
    context.clearPermissions(),
    context.setOffline(false),
    context.unrouteAll(),
  ]);
  const devtools = await context.newCDPSession(anchor);
  await devtools.send("Storage.clearDataForOrigin", {
    origin: new URL(anchor.url()).origin,
    storageTypes: "local_storage,indexeddb,websql,file_systems,cache_storage,service_workers",
  });
  await devtools.detach();
  await anchor.evaluate("sessionStorage.clear()");
  return true;
}

/** `page.clock` belongs to the whole profile and stays in it. */
const ownClock = "'__pwClock' in globalThis";
