"""The sentences of the screens, as constants; a screen translates a sentence when it shows it."""

from __future__ import annotations

from hacktrick.i18n.translator import N_

# Texts of ui/screens/about_scene.

DATA_FILES = N_("Matches and settings: {data}\nLog: {log}")
VERSION = N_("Version {version}")
VERSION_COPIED = N_("Copied: versions, system, window and data folder.")
NO_CLIPBOARD = N_("The clipboard is not available.")
ABOUT_GAME = N_(
    "Hack Trick is a game by József Dorsonczky. The game and its name belong to its "
    "author and its publisher. This is an unofficial edition made by players, with "
    "its own pictures, sounds and texts."
)
ABOUT_FAIR_PLAY = N_(
    "Computer players run in a separate process that gets only what a person in "
    "their seat would see. The game connects only when you host, join or look for a "
    "table. It sends nothing else and never looks for updates."
)
ABOUT_LICENSE = N_("Open source, under the MIT License.")

# Texts of ui/screens/daily_round_scene.

LEVELS_ARE_PLAYING = N_("Now each level plays it in your place …")
COPIED = N_("Copied to the clipboard.")

# Texts of ui/screens/computer_decision_audit_scene.

NO_DECISIONS = N_("The computer decided nothing this round.")
ROUND = N_("Round {n}")

# Texts of ui/screens/lessons/lesson_scene.

WHERE_TO_LOOK = N_("Where?")

# Texts of ui/screens/library/match_import.

IMPORT_HELP = N_(
    "A file, a folder, or a match as one line of text. Everything is checked before it is saved."
)

# Texts of ui/screens/library/match_list.

UNKNOWN_DECK = N_(
    "Only one player knows the cards under the deck, so hidden cards cannot be dealt "
    "anew here. They can stay as they were."
)
UNRATED_BRANCH = N_("{place}. It does not count for your rating.")
NOTHING_TO_JUDGE = N_("All chosen matches are judged.")
NO_MISTAKES_LISTED = N_("No mistake is listed.")
NO_MISTAKES_FOUND = N_(
    "No mistakes here yet. Judge some of your matches, and your mistakes appear by theme."
)
NO_MATCH_SELECTED = N_("No match selected.")
MATCHES_READ_ONLY = N_("Matches are read-only right now.")
IMPORT_MATCHES = N_("Import …")
NO_MATCHES_FOUND = N_("No matches found. Try fewer filters.")
NO_MATCHES_YET = N_(
    "No matches yet. Every finished match appears here by itself. You can also drop "
    "files or folders here, or paste a match as one line of text."
)
MATCH_UNREADABLE = N_("This match cannot be read.")
MATCH_COUNT = N_("{n} of {all} matches")
NO_JUDGE_FOR_EDITION = N_("Matches of this edition cannot be judged.")
DELETED = N_("Deleted: {names}. You can restore it.")

# Texts of ui/screens/library/share_scene.

NO_FREE_FILE_NAME = N_("No free file name there.")
PICTURE_PROGRESS = N_("Making the picture: {n} %")
TEXT_COPIED = N_("Copied: {text}")

# Texts of ui/screens/new_match_scene.

PLAYS_HERE_WITH_PROFILES = N_("Plays here. Press the marker for profiles.")
PLAYS_HERE = N_("Plays here.")
NAMES_ARE_EQUAL = N_("Two players cannot have the same name.")
UNFINISHED_MATCH_STAYS = N_("The unfinished match stays in Matches.")
HOUSE_RULES_CHANGED = N_("House rules ({n} changed)")
TEAMS = N_("{a} and {c} against {b} and {d}")
FIRST_SOLO_PLAYER = N_("{name} starts as the solo player")

# Texts of ui/screens/online/host_and_join.

NETWORK_ACCESS_HELP = N_("Your system may ask about network access: private networks are enough.")
BROKER_HELP = N_("You need a broker only if others cannot reach your computer.")
TRUST_NOBODY = N_("You need to trust nobody, not even the host.")
ENTER_INVITATION = N_("Type the invitation, or the word on the host's screen.")
OTHER_GAME_VERSION = N_("{name}: another version of the game")
ENTER_WORD_OF_HOST = N_("Type the word on the host's screen, then choose the table.")
ENTER_NAME = N_("Enter a name of at most {n} letters.")

# Texts of ui/screens/online/table_lobby.

LEAVING_IS_SEEN = N_("The others will see that you left.")
LEAVE_TABLE_QUESTION = N_("Leave the table?")
SEATS_NOT_TAKEN = N_("All seats must be taken first.")
DECK_IS_SHUFFLED = N_("The deck goes round the table.")
ALL_HAVE_SHUFFLED = N_("All of you shuffled the deck; no computer knows it.")
PROOF_FILE_KEPT = N_("A proof file is saved with the match: anyone can check it.")
INVITATION_COPIED = N_("Invitation copied.")
OPENING_TABLE = N_("Opening …")
PLAYER_READY = N_("Ready. {sentence}")

# Texts of ui/screens/online/online_table.

PAUSE_QUESTION = N_("Pause?")
WAITING_FOR_NEXT_ROUND = N_("Waiting for everyone to want the next round.")
PLAYER_SHUFFLES = N_("{name} is shuffling.")

# Texts of ui/screens/pause_scene.

MATCH_SAVES_ITSELF = N_("The match is saved after every move.")
PAUSE_NEEDS_ALL = N_("Everyone must agree to a pause.")
WINDOW_SAVES_NOTHING = N_("This window saves nothing.")
NO_MEMORY_AIDS = N_("At this table you remember that yourself.")
NOTHING_TO_SHOW_YET = N_("Nothing to show yet.")

# Texts of ui/screens/profiles_scene.

SIGNING_KEY_HELP = N_(
    "Online, others recognise {name} by a key. Take it to another computer in the "
    "file\n{file}\nAnyone with that file can pose as {name}."
)
NO_PROFILES_YET = N_(
    "No profiles yet. A profile gives you a name, a shape and a colour in every "
    "match on this computer."
)
MARKERS_DIFFER = N_(
    "Players at a table always differ in shape and colour. If two choose the same, "
    "the first seat keeps it."
)
PAST_MATCHES_KEEP_NAME = N_("Past matches keep this name.")
PROFILE_IS_NO_ACCOUNT = N_("A name and markers, no account.")
SEAT_WITHOUT_PROFILE = N_("The seat keeps its usual name and markers.")
SIT_DOWN_AS = N_("Sit down as {name}")
PROFILE_LIMIT = N_("You can have {n} profiles.")
DELETE_PROFILE_QUESTION = N_("Delete the profile {name}?")
GUEST = N_("Guest {n}")

# Texts of ui/screens/puzzles/puzzle_list_and_puzzle.

NO_PUZZLES = N_("This copy of the game has no puzzles.")
DUE_TODAY = N_("Due today: {n}")
NOTHING_HERE = N_("Nothing here right now.")

# Texts of ui/screens/review/review_scene.

ROUND_OF_TOTAL = N_("Round {n} of {total}")
ACTUAL_HAND = N_("Actual hand: {cards}")
CHOOSE_OWN_TURN = N_("Choose one of your turns that offered a choice.")
PLAY_ON_LATER = N_("You can play on from here once the match is over.")
NEEDS_ONE_COMPUTER = N_("This needs one person and one computer player.")
PLAYED_TURN = N_("{turn} (played)")

# Texts of ui/screens/rules/rules_scene.

SEARCH_RULES = N_("Type a word to find a ruling.")
NO_RULING_FOUND = N_("Nothing found. Try other words, or fewer.")
DEFAULT_EDITION = N_("The default edition, unchanged.")
COMPARED_WITH_DEFAULT = N_("Compared with the default edition:")

# Texts of ui/screens/settings/key_bindings_scene.

BINDINGS_RESET = N_("All keys and buttons are back to default.")
KEY_CAN_BE_SWAPPED = N_(
    "{key} is used for “{intent}”. Press it again to swap the two, or press another one."
)
KEY_CAN_BE_TAKEN = N_(
    "{key} is used for “{intent}”. Press it again to take it, or press another one."
)
CHANGES_APPLY_AT_ONCE = N_("Changes apply at once.")
BINDINGS_HELP = N_(
    "Choose a field, confirm, then press the new key or button. Fixed keys stay as they are."
)
PRESS_KEY_FOR = N_("Press a key for “{intent}”, or Esc to cancel.")
PRESS_BUTTON_FOR = N_("Press a gamepad button for “{intent}”.")
NOTHING_TO_CLEAR = N_("Nothing to clear.")
KEY_BOUND = N_("{key} now means “{intent}”.")
WAITING_FOR_KEY = N_("press …")
FIXED_KEYS = N_("always {keys}")
NOTHING_CHANGED = N_("Nothing changed.")
KEY_IS_FIXED = N_("{key} is fixed to “{intent}”. Press another one.")
FIELD_TAKES_BUTTON = N_("This field takes a gamepad button.")
FIELD_TAKES_KEY = N_("This field takes a key.")
BUTTON_NEEDED = N_("A gamepad needs a button for “{intent}”.")
BINDING_REMOVED = N_("Removed from “{intent}”.")

# Texts of ui/screens/settings/settings_scene.

FOLDER_HELP = N_("Your matches and settings are in this folder. Nothing leaves this computer.")
NOTHING_TO_RESET = N_("Nothing to reset here.")
NO_SETTING_FOUND = N_("No setting found. Try another word, or just its beginning.")
NO_SOUND_DEVICE = N_("No sound device: the game is silent.")
RESULTS_RESET = N_("These settings are back to default.")
PAGE_RESET = N_("This page is back to default.")
PATH_COPIED = N_("Path copied.")

# Texts of ui/screens/statistics_and_mistakes_scenes.

TOO_FEW_ROUNDS = N_("Too few rounds to suggest a level.")
COSTLY_POSITION = N_("{place}: lost {loss} of a win")
ACHIEVED = N_("Achieved!")
NOT_YET = N_("Not yet.")
NO_POSITIONS = N_("No positions to show.")

# Texts of ui/screens/title/title_scene.

MATCHES_WON = N_("you won {won} of {played}")
TAGLINE = N_("Add a card. Crack the lock.")

# Texts of ui/table/exercise_scene.

LESSON_SAVES_ITSELF = N_("Lessons save your place.")

# Texts of ui/table/input/table_widgets.

ASK_HELP = N_("Pay a captured marker: an opponent tells everyone their sum.")
DRAW_HELP = N_("Take the top card of the deck.")
PIN_HELP = N_("Press to pin your guess.")
CODES_HELP = N_("Codes you can still lay. Press to read them.")
HAND_OVER_HELP = N_("Hands the screen to the next player.")
PARTNER_HELP = N_("{name} tells everyone their sum. Once a turn.")
PLAYER_ANNOUNCES = N_("{name}'s sum")
HAND_FULL = N_("hand full {n}/{limit}")
ASK_PLAYER = N_("Ask {name}")

# Texts of ui/table/input/turn_questions.

LAID_CODE_HELP = N_("Face down until both have chosen; gone after this round.")
WHOSE_SUM = N_("Whose sum do you want to know?")
LAY_CODE_QUESTION = N_("Lay a code for this round?")
CALL_HELP = N_("You stake a point too. The round's winner takes both.")
WHICH_CARD_TO_GIVE = N_("Which card do you give away?")
LAST_CARD_LIES_LOWEST = N_("The last one you choose lies at the bottom.")
NO_CODES = N_("No active codes, and none in hand.")
SWAP_HELP = N_("{name} gets this card; you take one of theirs unseen.")
CHOOSE_A_CARD_AT_LEAST = N_("Choose at least one card.")
THIS_ENDS_YOUR_TURN = N_("This ends your turn.")
WHICH_CARDS_GO_UNDER = N_("Which cards go under the deck?")
FOLD_HELP = N_("{name} wins the round and takes back the stake.")
PLAYER_STAKES = N_("{name} stakes a point")
CODE_IN_HAND = N_("In hand: {code}")
PLACE_UNDER_DECK = N_("Number {n}")
GIVE_CARD = N_("Give the {card}")

# Texts of ui/table/private_hands_and_handover.

PRESS_AGAIN = N_("Press again to see your cards.")
HOLD_BUTTON = N_("Hold the button to see your cards.")
PRESS_BUTTON_TWICE = N_("Press the button twice to see your cards.")
PRESS_BUTTON_OR_KEY_TWICE = N_("Press the button twice, or {key} twice, to see your cards.")
HOLD_BUTTON_OR_KEY = N_("Hold the button or {key} to see your cards.")

# Texts of ui/table/replay/replay_scene.

MATCH_STILL_RUNS = N_("This match is still running: play it at its own table.")
ROUND_IS_OVER_HERE = N_("The round is over here. Step back to play on.")
SPEED = N_("Speed {n}×")
NO_MARKER_PLACED = N_("No marker was placed there this round.")

# Texts of ui/widgets/deck_cut.

FINGERPRINT_HELP = N_(
    "The deal is already fixed: this fingerprint belongs to it alone. Your cut "
    "decides too, and the game could not foresee it. After the round anyone can "
    "check both."
)

# Texts of ui/widgets/dialogs.

NO_FILE_MANAGER = N_("No file manager opens here. The folder is\n{folder}")
NO_DATA_FOLDER = N_("The data folder cannot be used now.")

# Texts of ui/widgets/input_hints.

NUM_POINT = N_("Num .")
CHOOSE_CARD = N_("Choose card {n}")
CHOOSE_KEY = N_("Choose key {n} of the board")
WITH_SHIFT = N_("Shift+{key}")
WITH_ALT = N_("Alt+{key}")
WITH_CTRL = N_("Ctrl+{key}")
NUM_PAD_KEY = N_("Num {key}")

# Texts for screen readers.
NAME_OF_PLAYER = N_("Name of player {n}")
CARD_NUMBER = N_("Card {card}")
NEW_CARD = N_("{card}, new")
CODES_HELD = N_("Codes in your hand: {codes}")
ARE_YOU_THERE = N_("{name}, are you there?")
