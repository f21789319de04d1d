/* The types of both pages' elements, by id, where the type matters. */

interface Elements {
  confirm: HTMLDialogElement;
  forget: HTMLDialogElement;
  help: HTMLDialogElement;
  loudness: HTMLDialogElement;
  menu: HTMLDetailsElement;
  name: HTMLInputElement;
  "new-form": HTMLFormElement;
  papers: HTMLDialogElement;
  qr: HTMLDialogElement;
  "send-form": HTMLFormElement;
  "send-where": HTMLSelectElement;
  sheet: HTMLDialogElement;
  "tag-form": HTMLFormElement;
  "tag-uid": HTMLInputElement;
}

export type Known<Id extends string> = Id extends keyof Elements ? Elements[Id] : HTMLElement;
