/** Every word the page says. The Chinese file has the same keys; a test and the compiler see to it. */
export const en = {
  appName: "Meanwhile",
  tagline: "A companion that lives in your chats and keeps going while you are away.",
  languageName: "English",
  language: "Language",
  skipToMessage: "Skip to writing a message",
  retry: "Try again",
  close: "Close",
  back: "Back",
  loading: "Loading…",
  pageFailed: "This page could not be shown. Perhaps the server has been updated meanwhile.",
  reload: "Reload",

  signIn: {
    title: "Sign in",
    intro: "Open the link that the server showed when it started, or paste an access token.",
    token: "Access token",
    tokenHint: "A token made with “npx meanwhile token”.",
    submit: "Sign in",
    tokenMissing: "Paste a token first.",
    working: "Signing you in…",
    noServer: "The server can't be reached. Is it running?",
  },

  failures: {
    unreachable: "The server can't be reached. Check your connection.",
    unauthorized: "This token is not valid. Check that it was copied whole.",
    signedOut: "You have been signed out. Sign in again.",
    code_not_valid: "This link has been used already or has expired. Ask for a new link, or use a token.",
    rate_limited: (seconds: number | undefined) =>
      seconds === undefined ? "Too many tries. Wait a little, then try again." : `Too many tries. Try again in ${duration(seconds)}.`,
    forbidden: "You are not allowed to do that.",
    cross_site_refused: "The server refused the request, because it seems to come from another site. Reload the page.",
    wrong_host: "The server does not answer under this address. Use the address that it showed when it started.",
    not_found: "This is not there (any more).",
    body_too_large: "This text is too long. Send it in parts.",
    invalid_request: "The server could not accept this.",
    unavailable: "The server is starting or overloaded. Try again in a moment.",
    other: (code: string) => `Something went wrong (${code}).`,
  },

  conversations: {
    title: "Conversations",
    one: "Conversation",
    open: "Show conversations",
    new: "New conversation",
    untitled: "New conversation",
    empty: "No conversations yet. Write something to begin.",
    failed: "The conversations could not be loaded.",
    running: "is answering",
    channels: { web: "Web", wechat_personal: "WeChat", whatsapp: "WhatsApp", wecom: "WeCom" } as Readonly<Record<string, string>>,
  },

  chat: {
    messages: "Messages",
    you: "You",
    assistant: "Meanwhile",
    welcome: "What is on your mind?",
    welcomeHint: "Write a message below. You can stop an answer at any time.",
    earlier: "Earlier messages",
    latest: "Go to the latest message",
    failed: "The messages could not be loaded.",
    gone: "This conversation does not exist, or it is not yours.",
    writing: "is writing…",
    stopped: "Stopped",
    stoppedBefore: "Stopped before it was answered",
    rejected: "Not taken: an answer was still being written",
    deadLettered: "This could not be answered",
    turnFailed: "The answer failed. Nothing was done.",
    sendAgain: "Send again",
    undelivered: "Not delivered",
    waitingForUser: "Not delivered yet: it comes after your next message there",
    withdrawn: "Taken back before it was sent",
    discarded: "Not sent: given up by hand",
    unknownDelivery: "Perhaps not delivered",
    sending: "Sending…",
    sendFailed: "Not sent",
    busy: "Not taken: an answer is still being written. Wait for it or stop it.",
    discard: "Discard",
    elsewhere: (channel: string) => `This conversation takes place in ${channel}. Write there to continue it.`,
    control: {
      stopped: "Stopped.",
      nothing_to_stop: "There was nothing to stop.",
      already_finished: "It had already finished.",
      cleared: "Cleared. This is a fresh start.",
      new: "This is a fresh start.",
    },
  },

  composer: {
    label: "Message",
    placeholder: "Write a message",
    hint: "Enter sends, Shift+Enter makes a new line, Esc stops an answer.",
    send: "Send",
    stop: "Stop",
    stopping: "Stopping…",
  },

  connection: {
    offline: "You are offline. What you write is kept.",
    reconnecting: "The connection was lost. Reconnecting…",
    back: "Connected again.",
  },

  model: {
    title: "No language model is connected.",
    offline: "It can take messages and obey stop, /new and /clear, but not chat.",
    how: "How to connect one",
    steps: "Set these before starting the server (any OpenAI-compatible service, also one on your own machine), then start it again:",
    askOperator: "Ask the person who runs this server to connect one.",
    connected: (name: string) => `Connected: ${name}`,
  },

  settings: {
    title: "Settings",
    open: "Settings",
    name: "Your name",
    nameHint: "How you want to be addressed.",
    timeZone: "Time zone",
    appearance: "Appearance",
    light: "Light",
    dark: "Dark",
    auto: "As the system",
    model: "Language model",
    save: "Save",
    saved: "Saved.",
    signOut: "Sign out",
    signOutHint: "On this device. Unsent text is forgotten.",
  },
};

export type Words = typeof en;

function duration(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
