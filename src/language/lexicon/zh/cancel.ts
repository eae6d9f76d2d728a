export const keepsSome =
  /(?:所有|全部|都|一切).{0,40}(?<![删清解移拆])除了?|(?<![删清解移拆])除了?.{1,30}(?:所有|全部|都|一切)/;

export const asksIfCancelled = /(?:取消|删|撤)[掉除]?了(?:吗|没|么)/;

/** "那天我去不了，改到周六": it is moved. */
export const movedInstead = /(?:不去了?|[去加]不了了?)[^。!！?？]*(?:改|换|推|挪|移)[到成至在]/;

/** 就不用了, 不买了: an order only where such a thing is kept. */
export const needsMatch = /^的?[就先都也]*(?:不用|不要|免)了|^不[买做交拿取接送打发办练跑寄浇]了/;

export const pointsAtOne = /闹钟|闹铃|刚才|刚刚|刚[设定记建]|[那这]一?[个条]|上一?[个条]/;

export const namesEntry = /提醒|闹钟|日程|待办|那个|这个|刚才/;

/** "把会取消了" is an order, however it ends. */
export const disposes = /^\s*(?:请|帮我|麻烦)?[把将]/;

export const speaksOfCancelling =
  /(?:取消|删|撤销?|作废)[掉除]?了(?!吧|它)|(?:怎么|如何|能不能|可以|为什么|想|要不要|是否).{0,6}(?:取消|删)|(?:取消|删).{0,8}吗/;

export const namesKind = /提醒|闹钟|闹铃|日程|待办|会议/;

export const offWords = /关了?|清|了/g;

export const pointsSomewhere =
  /提醒|闹钟|闹铃|日程|日历|待办|那个|这个|那条|刚才|刚刚|上一?个|它|第.{1,2}[个条]/;

export const cancelsPlainly = /取消|删|撤|作废|提醒|闹钟/;

/** "删除全部会议": which ones is asked, though only one is there. */
export const saysAll = /所有|全部|一切|统统/;
export const kindsAlone = /^(?:会议?|预约?|活动|事件|行程|约会|课程?)?$/;

export const skipsOnce = /跳过/;

/** "牙医的事算了", "例会不开了": only what is named by its name. */
export const dropsMatter = /^事|^不.了$|^(?:黄|泡汤|吹|告吹)了$|算了$/;
