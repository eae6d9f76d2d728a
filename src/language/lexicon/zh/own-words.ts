export const neutralWords =
  /提醒|记得|预约|会议|事情|一下|参加|准备|[取买的了吧去要看做在到和给把去我你]/gu;

export const weekWords = /星期|礼拜/gu;

export const dayBeforeHour = /[日天](?=\d|$|[上下早晚中])/gu;

export const smallTimeWords = /[的在到是个钟时候我要请把就]/gu;

export const asks = /[?？吗呢]/u;

export const timeCharacters = /[日天上下午早晚中点半分时]/u;
