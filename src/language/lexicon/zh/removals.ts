/** A verb that takes something away. */
export const removing =
  /取消|删|撤[销回掉]|关(?:掉|闭|了|上)|停(?:掉|用|止)|禁用|移除|去掉|拿掉|清(?:除|空|掉)|跳过|终止|抹[掉去]|解除|作废/;

export const forMe = /我|咱|俺/;
