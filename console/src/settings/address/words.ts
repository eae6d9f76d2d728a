import { pageWords } from "../../language/use-words.tsx";

export const words = pageWords(
  {
    title: "Address of this server",
    hint: "Invitations, codes to scan and addresses for chat apps begin with it.",
    inUse: (address: string) => `In use: ${address}`,
    configured: (address: string) =>
      `The settings file or the environment says ${address}. What you save here is used instead.`,
    address: "Public address",
    addressHint: "For example https://chat.example.org. It applies at once.",
    save: "Save",
    remove: "Forget",
    saved: "Saved.",
    removed: "Forgotten.",
    failed: "The address could not be loaded.",
    reaches: {
      machine:
        "Only this machine can open this address: an invitation or a code would not work on another device.",
      network:
        "Only devices in your own network can open this address. Chat apps that call back can’t.",
      internet: "",
    },
    lacksProxy:
      "This is an https address, but no proxy is trusted. List the proxy in server.trusted_proxies, so that sign-ins are marked secure and people are told apart.",
    plainHttp:
      "Without https, anyone on the way can read along. Chat apps call https addresses only.",
  },
  {
    title: "本服务的地址",
    hint: "邀请链接、二维码和给聊天平台的回调地址都以它开头。",
    inUse: (address) => `正在使用：${address}`,
    configured: (address) => `设置文件或环境变量里是 ${address}。在这里保存后，改用这里的。`,
    address: "公开地址",
    addressHint: "例如 https://chat.example.org，保存后立即生效。",
    save: "保存",
    remove: "清除",
    saved: "已保存。",
    removed: "已清除。",
    failed: "地址加载失败。",
    reaches: {
      machine: "这个地址只有本机能打开：邀请链接和二维码在别的设备上都用不了。",
      network: "这个地址只有你自己网络里的设备能打开，聊天平台无法回调。",
      internet: "",
    },
    lacksProxy:
      "这是 https 地址，但没有设置可信代理。请把代理写进 server.trusted_proxies，这样登录才会标记为安全，也能区分不同的人。",
    plainHttp: "没有 https，途中的人可以看到内容；聊天平台也只访问 https 地址。",
  },
);
