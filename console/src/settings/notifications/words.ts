import { pageWords } from "../../language/use-words.tsx";

const en = {
  title: "Notifications",
  hint: "Reminders and news from friends appear on this device, also while the page is closed. Your quiet hours apply.",
  install: "On an iPhone or iPad, add this page to the home screen first.",
  unsupported:
    "This browser has no notifications here. They need an https address, or this machine itself.",
  denied:
    "Notifications are blocked for this page. Allow them in the browser’s settings, then reload.",
  failed: "This browser’s notification service could not be reached.",
  on: "Switch on for this device",
  off: "Switch off for this device",
  show: "Show what it is about",
  showHint: "Others may see your screen.",
  test: "Send a test",
  sent: "Sent. It should appear now.",
  notSent: (code: string) => `Not sent (${code}).`,
  others: "Other devices",
  remove: (label: string) => `Remove ${label}`,
};

const zh: typeof en = {
  title: "通知",
  hint: "页面关闭时，提醒和好友消息也会出现在这台设备上。遵守你的免打扰时间。",
  install: "在 iPhone 或 iPad 上，请先把本页添加到主屏幕。",
  unsupported: "此浏览器在这里无法接收通知：需要 https 地址，或直接在本机打开。",
  denied: "本页的通知已被屏蔽。请在浏览器设置中允许，然后刷新。",
  failed: "无法连接此浏览器的通知服务。",
  on: "在这台设备上开启",
  off: "在这台设备上关闭",
  show: "显示内容",
  showHint: "别人可能看到你的屏幕。",
  test: "发送测试通知",
  sent: "已发送，应该马上出现。",
  notSent: (code: string) => `未能发送（${code}）。`,
  others: "其他设备",
  remove: (label: string) => `移除 ${label}`,
};

export const words = pageWords(en, zh);
