(* hallmark-verify: the command line. *)
open Hallmark_verify

let help = "hallmark-verify: verifies certificates of differential-privacy numbers by a program that Coq has proved sound\n\n\
  usage: hallmark-verify FILE...   one result line a file, see proofs-check/FORMAT.md section 7 and verified/README.md\n\
  \       hallmark-verify --coq FILE   writes a theorem that coqc checks in its kernel\n\
  \       hallmark-verify --help | --version\n\n\
  exit status: 0 all verified, 1 something rejected, malformed or unknown, 64 bad usage, 74 a file cannot be read\n"

let read path =
  let channel = open_in_bin path in
  Fun.protect ~finally:(fun () -> close_in channel) (fun () ->
    let buffer = Buffer.create 4096 in
    (try Buffer.add_channel buffer channel (most_bytes + 1) with End_of_file -> ());
    Buffer.contents buffer)

let printable = String.map (fun c -> if c < ' ' || c > '~' then '?' else c)

let check_files paths =
  let unreadable = ref false and wrong = ref false in
  List.iter (fun path ->
    match read path with
    | exception Sys_error _ ->
      prerr_endline ("hallmark-verify: " ^ printable path ^ ": cannot be read");
      unreadable := true
    | text ->
      let line = line_of text in
      if not (String.starts_with ~prefix:"VERIFIED" line) then wrong := true;
      Printf.printf "c %s\ns %s\n%!" (printable path) line) paths;
  if !unreadable then 74 else if !wrong then 1 else 0

(* --coq FILE: the theorem to standard output, if the certificate verifies *)
let write_theorem path =
  match read path with
  | exception Sys_error _ -> prerr_endline ("hallmark-verify: " ^ printable path ^ ": cannot be read"); 74
  | text ->
    match judge text with
    | Ok v -> print_string (Kernel_theorem.theorem v.extra v.hint v.proposal v.quantity v.relation); 0
    | Error line -> prerr_endline ("hallmark-verify: " ^ printable path ^ ": " ^ line); 1

let usage what =
  prerr_string ("hallmark-verify: " ^ what ^ "\n" ^ help);
  64

let () =
  exit (match List.tl (Array.to_list Sys.argv) with
    | [] -> usage "expected at least one FILE"
    | [ "--help" ] -> print_string help; 0
    | [ "--version" ] -> print_endline "hallmark-verify 0.1.0, certificate format 2"; 0
    | [ "--coq"; path ] -> write_theorem path
    | "--" :: (_ :: _ as paths) -> check_files paths
    | first :: _ when String.length first > 1 && first.[0] = '-' -> usage ("unknown option " ^ printable first)
    | paths -> check_files paths)
