// Keeps the page's files for times without a network, and shows notifications. What the server
// answers to calls is never kept: it belongs to an account.
const shell = "shell-1";
const mostFiles = 200;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(shell).then((cache) => cache.add("/")));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && pathname === "/") event.respondWith(openPage(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(openFile(request));
});

/** The server's page if it can be reached, else the last one. */
async function openPage(request) {
  const cache = await caches.open(shell);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put("/", answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match("/");
    if (kept === undefined) throw error;
    return kept;
  }
}

/** Names of these files change with their content, so a kept one is right for ever. */
async function openFile(request) {
  const cache = await caches.open(shell);
  const kept = await cache.match(request);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    await cache.put(request, answer.clone());
    const files = (await cache.keys()).filter(({ url }) => url.includes("/assets/"));
    for (const old of files.slice(0, -mostFiles)) await cache.delete(old);
  }
  return answer;
}

self.addEventListener("push", (event) => {
  event.waitUntil(show(event.data?.json() ?? {}));
});

/** A person who looks at the page sees it there. */
async function show({ title = "Meanwhile", body = "", conversation }) {
  const open = await self.clients.matchAll({ type: "window" });
  if (open.some((page) => page.visibilityState === "visible" && page.focused)) return;
  await self.registration.showNotification(title, {
    body,
    icon: "/icon-192.png",
    badge: "/icon-192.png",
    tag: conversation,
    data: { conversation },
  });
  await self.navigator.setAppBadge?.();
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openConversation(event.notification.data?.conversation));
});

/** In the page that is open already, else in a new one. */
async function openConversation(conversation) {
  const address = conversation === undefined ? "/" : `/#/talk/${encodeURIComponent(conversation)}`;
  const [page] = await self.clients.matchAll({ type: "window" });
  await (page === undefined ? self.clients.openWindow(address) : page.focus());
  await page?.navigate(address);
}
