import { pageWords } from "../language/use-words.tsx";

export const words = pageWords(
  {
    title: "Single sign-on",
    linked: (name: string) => `You can sign in to this account with ${name}.`,
    notLinked: (name: string) =>
      `Connect ${name} to sign in to this account with it. You then pass its sign-in page once.`,
    link: (name: string) => `Connect ${name}`,
    unlink: (name: string) => `Disconnect ${name}`,
  },
  {
    title: "单点登录",
    linked: (name) => `可以用 ${name} 登录这个账号。`,
    notLinked: (name) => `连接 ${name} 后，可以用它登录这个账号。现在需要在它那里登录一次。`,
    link: (name) => `连接 ${name}`,
    unlink: (name) => `断开 ${name}`,
  },
);
