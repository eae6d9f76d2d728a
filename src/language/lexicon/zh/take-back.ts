/** Words around a wish that change nothing about it: sighs, manners, and "the last change". */
export const around =
  /哎呀|哎哟|天哪|糟糕|糟了|完了|不对|不是|不好意思|等一下|等会儿?|等等|等下|慢着|错了|[搞弄说写记设改点]错了?|手滑了?|抱歉|对不起|我?后悔了?|麻烦你?|帮我|给我|我要|我想要?|能不能|可不可以|可以|谢谢你?|谢了|好吗|好不好|行吗|刚才|刚刚|上一?[个条步次]|[那这]一?[个条次步]|操作|改动|修改|更改|变更|一下|赶紧|还是|那就|都|[哎唉诶欸啊哦噢呃额嗯请快你我那先把的吧了呀呢吗掉下就能刚]/gu;

export const undoVerb = /^(?:撤[销回]|收回|反悔|回退|退回)+$/u;

export const sums = /算(?!了)|算了一?下/;

export const droppedSurely =
  /^(?:算|当没[说讲]过?|作罢)(?:不用|不要|不需要|不必|不用提醒|别提醒|不弄|不记|不改)*$/u;

export const droppedPerhaps = /^(?:不用|不要|不需要|不必|不用提醒|别提醒|不弄|不记)+$/u;

export const pointsAtReminder = /(?:[这那]个|它).{0,2}(?:不用|别|不要)再?提醒/u;

export const thingUnwanted = /不要|不需要|不用(?!改)|不去/u;
