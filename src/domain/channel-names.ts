/** Chat apps whose people can be bound to an account, by the name that messages and deliveries carry. */
export const chatChannels = ["wechat_personal", "whatsapp", "evolution", "wecom"] as const;
