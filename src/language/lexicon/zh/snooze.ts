export const excuse =
  /^\s*(?:in (?:a|the) \w+|on (?:a|the) (?:call|phone)|busy|driving)\b|(?:着|呢|没空|没完|没好|没起|没醒|忙|困|累|路上|不方便|不开|不了|不想动|不想起)(?:[了呢啊呀吧哈~]|得很|死了|死我了)*\s*$|^\s*(?:我?(?:还|正|仍|目前|在|现在|手头|手上|这会儿?))/;

export const snooze = /贪睡/;

export const besideName =
  /刚才?响的|刚才?那个|先?[别不](?:催|叫|吃|喝|做|急)|稍等|等等|等|让|一次|一遍|次|催|睡|会儿|说|回头/g;

export const saysAgain =
  /再次?(?:提醒|[叫喊催]|ping|cue|call)\s*我?(?:一[遍次下声])?\s*(?:[吧哈哦啊~!。]|$)/;

export const remindsAgain = /再(?:提醒|叫|喊)/;
